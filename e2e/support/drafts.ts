import type { Page } from '@playwright/test';

/** The drafts that are stored on the device, as JSON. */
export const storedDrafts = (page: Page): Promise<string> => page.evaluate(readStored, drafts);

/** The changes that wait in the outbox, as JSON. */
export const waitingChanges = (page: Page): Promise<string> =>
  page.evaluate(readStored, { database: 'outbox', store: 'entries' });

export const drafts = { database: 'drafts', store: 'drafts' };

/** In the page: reads all that a store of IndexedDB has, as JSON. */
export async function readStored({ database: name, store }: typeof drafts): Promise<string> {
  const finished = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('what is stored cannot be read')));
    });
  const database = await finished(indexedDB.open(name));
  const all = await finished(database.transaction(store).objectStore(store).getAll());
  database.close();
  return JSON.stringify(all);
}
