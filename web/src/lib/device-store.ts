import { createStore } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';

/**
 * A store of IndexedDB of which nothing fails.
 * @returns works on it; undefined where the device refuses that (a private window, a full disk): the page goes on without
 */
export function createDeviceStore(database: string, name: string) {
  let opened: UseStore | undefined;
  return async <Result>(work: (store: UseStore) => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work((opened ??= createStore(database, name)));
    } catch {
      return undefined;
    }
  };
}
