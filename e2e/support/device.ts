import type { Page } from '@playwright/test';
import { storedAnswers } from './stores.ts';
import { expect } from './story.ts';

/** Paths of everything in the caches of a page's device, by cache. */
export const keptFiles = (page: Page): Promise<Record<string, string[]>> => page.evaluate(readKeptFiles);

/** In the page: lists the paths of everything in the caches, by cache. */
export async function readKeptFiles(): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    kept[name] = requests.map(({ url }) => new URL(url).pathname);
  }
  return kept;
}

/** Everything that a page's device has: all of IndexedDB, the caches with their texts, and both storages, as one text. */
export const everythingStored = (page: Page): Promise<string> => page.evaluate(readEverything);

/** Expects that none of these texts is in IndexedDB, the caches, localStorage or sessionStorage. */
export const expectGone = (page: Page, texts: string[]) =>
  expect
    .poll(async () => {
      const stored = await everythingStored(page);
      return texts.filter((text) => stored.includes(text));
    })
    .toEqual([]);

/** In the page: reads everything that is stored, as one text. */
async function readEverything(): Promise<string> {
  const read = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error as DOMException));
    });
  const write = (value: unknown) =>
    JSON.stringify(value, (_key, part: unknown) => (part instanceof Map ? [...part] : part));
  const found: string[] = [];
  for (const storage of [localStorage, sessionStorage]) found.push(write(Object.entries(storage)));
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await read(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      found.push(`${name} ${store}`, write(await read(rows.getAllKeys())), write(await read(rows.getAll())));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const kept = await cache.match(request, { ignoreVary: true });
      const isText = !/^image|font/.test(kept?.headers.get('content-type') ?? '');
      found.push(`${name} ${request.url}`, isText ? ((await kept?.text()) ?? '') : '');
    }
  }
  return found.join('\n');
}

/** The limit is long, as the page first fetches and stores all code of the app. */
const slow = { timeout: 60_000 };

/** Waits until the device can open the app without a network, with all its code and this text among the answers. */
export async function untilKept(page: Page, text: string): Promise<void> {
  await expect
    .poll(
      async () =>
        Object.values(await keptFiles(page))
          .flat()
          .some((path) => path.includes('/dead-ends-')),
      slow,
    )
    .toBe(true);
  await expect.poll(() => storedAnswers(page)).toContain(text);
}
