import type { Page } from '@playwright/test';

/** The drafts that are stored on the device, as JSON. */
export const storedDrafts = (page: Page): Promise<string> => page.evaluate(readStored, stores.drafts);

/** The changes that wait in the outbox, as JSON: those of each account are an array. */
export const waitingChanges = (page: Page): Promise<string> => page.evaluate(readStored, stores.outbox);

/** The answers that are stored on the device, as JSON. */
export const storedAnswers = (page: Page): Promise<string> => page.evaluate(readStored, stores.answers);

/** The app's stores of IndexedDB. */
export const stores = {
  drafts: { database: 'drafts', store: 'drafts' },
  outbox: { database: 'outbox', store: 'entries' },
  answers: { database: 'answers', store: 'answers' },
};

type Store = (typeof stores)[keyof typeof stores];

/** In the page: reads all that a store of IndexedDB has, as JSON. It makes no database that the app has not made: it would lack the store. */
export async function readStored({ database: name, store }: Store): Promise<string> {
  const finished = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('what is stored cannot be read')));
    });
  const databases = await indexedDB.databases();
  if (!databases.some((one) => one.name === name)) return '[]';
  const database = await finished(indexedDB.open(name));
  try {
    return JSON.stringify(await finished(database.transaction(store).objectStore(store).getAll()));
  } finally {
    database.close();
  }
}
