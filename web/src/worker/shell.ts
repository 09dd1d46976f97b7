import { firstPaint } from '@lapau/contract/boot';
import { orNetwork } from './or-network.ts';
import { forgetDoubt, isDoubtful, noteStart } from './starts.ts';

/*
 * The app on the device. Each release has a cache with the page (`/shell`) and the code that it names, made at once and complete. Code of
 * other screens is added to the newest release as it is requested.
 */

const prefix = 'shell ';
const shellPath = '/shell';

/** The caches of the releases on the device, the newest first: the browser lists them in the order in which they were made. */
const releaseNames = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix)).reverse();

/** The code files that a page names. */
const filesOf = (page: string): string[] => [...new Set(page.match(/\/assets\/[\w.-]+/g) ?? [])].sort();

/** A page that the device has, and the release that it is of. */
export type KeptPage = { page: Response; release: Cache; isDoubtful: boolean };

/**
 * The app's page for a path, answered without a network: from the newest release that starts here, or from the newest of all if none is
 * known to start. Undefined while the device has none.
 * @param isMember whether somebody is signed in here, as far as the device knows: the members' bars then show first
 */
export async function openShell(pathname: string, isMember: boolean): Promise<KeptPage | undefined> {
  let doubtful: KeptPage | undefined;
  for (const name of await releaseNames()) {
    const release = await caches.open(name);
    const kept = await release.match(shellPath);
    if (!kept) continue;
    const text = await kept.text();
    const shown = firstPaint(isMember ? { get_session: {} as never } : {}, pathname);
    const { headers } = kept;
    const page = new Response(text.replace('data-first-paint="mark"', `data-first-paint="${shown}"`), { headers });
    if (!(await isDoubtful(release))) return { page, release, isDoubtful: false };
    doubtful ??= { page, release, isDoubtful: true };
  }
  return doubtful;
}

/** A code file that the device has, of whichever release. */
const findCode = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true });

/**
 * Answers a code file from the device, and otherwise from the network; it is then on the device the next time.
 * @param later takes work that the answer does not wait for
 */
export const answerCode = (request: Request, later: (work: Promise<unknown>) => void): Promise<Response> =>
  orNetwork(findCode(request), async () => {
    const response = await fetch(request);
    if (response.ok) later(addCode(request, response.clone()));
    return response;
  });

async function addCode(request: Request | string, response: Response): Promise<void> {
  const [newest] = await releaseNames();
  if (newest !== undefined) await (await caches.open(newest)).put(request, response);
}

/** Adds code that a page has loaded; the browser's own cache answers it. */
export async function keepCode(paths: string[]): Promise<void> {
  for (const path of paths) {
    if (await findCode(path)) continue;
    const response = await fetch(path, { cache: 'force-cache' });
    if (response.ok) await addCode(path, response);
  }
}

let refreshing: Promise<string[] | undefined> | undefined;

/** Fetches the server's page; see `refresh`. A further call meanwhile joins the same request. */
export const refreshShell = (): Promise<string[] | undefined> =>
  (refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  }));

/**
 * Fetches the server's page, and the code of a release that the device does not have. The release is opened from the next start
 * on: the page is stored last, when all its code is there.
 * @returns the code files of a release that the device did not have
 */
async function refresh(): Promise<string[] | undefined> {
  const response = await fetch(shellPath, { cache: 'no-cache' });
  const page = await response.clone().text();
  const files = filesOf(page);
  // A captive portal answers with a page of its own.
  if (!response.ok || response.redirected || !page.includes('data-from="device"') || files.length === 0)
    return undefined;
  const name = prefix + files.join(' ');
  const isNew = (await releaseNames())[0] !== name || !(await (await caches.open(name)).match(shellPath));
  if (isNew) {
    const code = await Promise.all(
      files.map(async (file) => [file, (await findCode(file)) ?? (await fetchCode(file))] as const),
    );
    await caches.delete(name);
    const cache = await caches.open(name);
    for (const [file, answer] of code) await cache.put(file, answer);
  }
  await (await caches.open(name)).put(shellPath, response);
  return isNew ? files : undefined;
}

async function fetchCode(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return response;
}

/** Drops all releases but the newest. To be called while no page of another one is open. */
export async function dropOlderReleases(): Promise<void> {
  for (const name of (await releaseNames()).slice(1)) await caches.delete(name);
}

/**
 * Notes that a page which has loaded these files is at rest: if it is of the newest release on the device, that release has started.
 * @returns the code files of the newest release, if the page is of another one
 */
export async function noteRest(paths: string[]): Promise<string[] | undefined> {
  const [newest] = await releaseNames();
  if (newest === undefined) return undefined;
  const files = newest.slice(prefix.length).split(' ');
  if (files.some((file) => !paths.includes(file))) return files;
  await noteStart(await caches.open(newest));
  return undefined;
}

/**
 * Has the next start open a release that the server speaks with, or the server's own page if the device cannot store that release.
 * @returns false when there was no network, and nothing has changed
 */
export async function renewShell(): Promise<boolean> {
  try {
    await refreshShell();
    const [newest] = await releaseNames();
    if (newest !== undefined) await forgetDoubt(await caches.open(newest));
    return true;
  } catch (error) {
    // A TypeError means that the fetch has failed.
    if (error instanceof TypeError) return false;
    for (const name of await releaseNames()) await caches.delete(name);
    return true;
  }
}
