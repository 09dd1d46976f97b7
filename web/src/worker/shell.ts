import { firstPaint } from '@lapau/contract/boot';

/*
 * The app on the device: of each release a cache with the page (`/shell`) and the code that it names, made at once and complete.
 * Code that other screens load is added to the newest release as it is requested.
 */

const prefix = 'shell ';
const shellPath = '/shell';

/** The caches of the releases on the device, the newest first: the browser lists them in the order in which they were made. */
const releaseNames = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix)).toReversed();

/** The code files that a page names. */
const filesOf = (page: string): string[] => [...new Set(page.match(/\/assets\/[\w.-]+/g) ?? [])].toSorted();

/**
 * The app's page for a path, answered without a network; undefined while the device has none.
 * @param isMember whether somebody is signed in here, as far as the device knows: what shows first is then the members' bars
 */
export async function openShell(pathname: string, isMember: boolean): Promise<Response | undefined> {
  for (const name of await releaseNames()) {
    const kept = await (await caches.open(name)).match(shellPath);
    if (!kept) continue;
    const page = await kept.text();
    const shown = firstPaint(isMember ? { get_session: {} as never } : {}, pathname);
    const { headers } = kept;
    return new Response(page.replace('data-first-paint="mark"', `data-first-paint="${shown}"`), { headers });
  }
  return undefined;
}

/** A code file that the device has, of whichever release. */
export const findCode = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request, { ignoreVary: true });

/** Answers a code file from the device, and otherwise from the network, to be there the next time. */
export async function answerCode(request: Request): Promise<Response> {
  const kept = await findCode(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await addCode(request, response.clone());
  return response;
}

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

/** Fetches the server's page; see `refresh`. Called again meanwhile it is the same request. */
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

/** Whether a page that has loaded these files is of the newest release on the device. */
export async function isOfNewestRelease(paths: string[]): Promise<boolean> {
  const [newest] = await releaseNames();
  const files = newest?.slice(prefix.length).split(' ') ?? [];
  return files.length > 0 && files.every((file) => paths.includes(file));
}
