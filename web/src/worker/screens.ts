import { paths } from '../lib/paths.ts';

const patterns = paths
  .filter((path) => path !== '*')
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[\\w-]+')}/?$`));

/** Whether a path is a screen of the app, which the device can open; everything else is asked of the server first, which knows what a changed link meant. */
export const isScreen = (pathname: string): boolean => patterns.some((pattern) => pattern.test(pathname));

/** Whether a path is below one that only the server answers: calls, files and what is downloaded. */
export const isServers = (pathname: string): boolean => /^\/(assets|auth|export|rpc|storage)\//.test(pathname);
