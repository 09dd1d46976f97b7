/** This database is made only to be deleted. */
const database = 'fresh-log';

let begun: Promise<void> | undefined;

/**
 * Has the browser write what is stored from now on into a new file, once in the life of a page and after each `noteClosed`. Chromium keeps
 * all databases of a site in one log. A full disk leaves a torn entry at its end, behind which Chromium goes on writing as if nothing were
 * wrong; when it opens the log for the second time it takes it for damaged and deletes all of them (D132). Deleting a database is the only thing
 * a page can do that begins a new log, whether an earlier page has left the old one torn or this one.
 * @throws the reason why the device refuses it: values that are stored then may be gone with the page
 */
export function beginFreshLog(): Promise<void> {
  if (begun) return begun;
  const beginning = makeAndDelete();
  begun = beginning;
  beginning.catch(() => {
    if (begun === beginning) begun = undefined;
  });
  return beginning;
}

/** Notes that the browser has closed a database, as it does on a full disk. */
export function noteClosed(): void {
  begun = undefined;
}

async function makeAndDelete(): Promise<void> {
  const made = await answered(indexedDB.open(database));
  made.close();
  await answered(indexedDB.deleteDatabase(database));
}

/** @throws the reason why the device refuses the request */
export const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The device has refused it.')));
  });
