import { paths } from '../lib/paths.ts';

const patterns = paths
  .filter((path) => path !== '*')
  .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`));

/** Whether a path is a screen of the app, which the device can open; everything else is the server's. */
export const isScreen = (pathname: string): boolean => patterns.some((pattern) => pattern.test(pathname));
