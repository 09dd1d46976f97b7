import type { Page } from '@playwright/test';

/** The drafts that are stored on the device, as JSON. */
export const storedDrafts = (page: Page): Promise<string> => page.evaluate(readDrafts);

/** The changes that wait in the outbox, as JSON. */
export const waitingChanges = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const finished = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('the outbox cannot be read')));
      });
    const database = await finished(indexedDB.open('outbox'));
    const entries = await finished(database.transaction('entries').objectStore('entries').getAll());
    database.close();
    return JSON.stringify(entries);
  });

/** In the page: reads the stored drafts as JSON. */
export async function readDrafts(): Promise<string> {
  const finished = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('the drafts cannot be read')));
    });
  const database = await finished(indexedDB.open('drafts'));
  const drafts = await finished(database.transaction('drafts').objectStore('drafts').getAll());
  database.close();
  return JSON.stringify(drafts);
}
