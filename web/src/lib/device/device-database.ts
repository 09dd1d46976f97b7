import type { UseStore } from 'idb-keyval';
import { answered, beginFreshLog, noteClosed } from './fresh-log.ts';
import { inTime } from './in-time.ts';
import { noteDeviceFault } from './unkept.ts';

type Entry = [key: string, value: unknown];

/** Whether the value is stored (true) or refused (false). If the page does not wait any more, `late` tells it later. */
export type Stored = boolean | { late: Promise<boolean> };

export type DeviceDatabase = {
  /**
   * Works on the store: reads, or writes what needs no reading in the same transaction.
   * @returns undefined where the device refuses it (a private window, a full disk) or does not answer: the page goes on without
   */
  inStore: <Result>(work: (store: UseStore) => Promise<Result>) => Promise<Result | undefined>;
  /** Changes one value in one step, also when several tabs do. */
  change: <Value>(key: string, by: (stored: Value | undefined) => Value) => Promise<Stored>;
  /** Stores all of these values, or none. */
  put: (entries: readonly Entry[]) => Promise<Stored>;
  /** Deletes the chosen ones of all keys in one step, even if the device answers late: values stored after this call stay. */
  deleteKeys: (choose: (keys: string[]) => string[]) => Promise<void>;
  /** Deletes entries as deleteKeys does, for callers that need the values to choose, and stores changed values of other entries. */
  deleteEntries: (choose: (entries: Entry[]) => string[], change?: (entries: Entry[]) => Entry[]) => Promise<void>;
  /** Whether the store has not answered for a second; until it does, nothing waits for it. */
  isSilent: () => boolean;
};

type Options = {
  /** Called when the browser has closed the store: it may have emptied it, or the disk is full. */
  onClosed?: () => void;
  /** Called when the store is empty though this page has had it open: the browser, or a person who cleans up the phone, has deleted it. */
  onEmptied?: () => void;
};

/**
 * Opens a database of IndexedDB with one store, that never fails and that is waited for no longer than a second. All work is begun in its
 * order. Work for which nobody waits any more is still done in that order if the store answers again.
 */
export function createDeviceDatabase(
  database: string,
  name: string,
  { onClosed, onEmptied }: Options = {},
): DeviceDatabase {
  let opening: Promise<IDBDatabase> | undefined;
  let wasOpen = false;
  let isSilent = false;
  /** The work that has to be done before the first write, and so before everything after that. */
  let beforeWrites: Promise<void> | undefined;

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(database, name, {
      onMade: () => wasOpen && onEmptied?.(),
      onOpen: () => (wasOpen = true),
      onGone: () => {
        opening = undefined;
        onClosed?.();
      },
    });
    opening.catch(() => (opening = undefined));
    return opening;
  }

  async function begin(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const opened = await open();
    if (mode === 'readwrite') beforeWrites = beginFreshLog();
    try {
      await beforeWrites;
    } catch (error) {
      if (mode === 'readwrite') throw error;
    }
    try {
      return opened.transaction(name, mode).objectStore(name);
    } catch (error) {
      // The database is closing.
      noteClosed();
      opening = undefined;
      throw error;
    }
  }

  const store: UseStore = async (mode, work) => {
    const objects = await begin(mode);
    const result = work(objects);
    if (mode === 'readwrite') commit(objects.transaction);
    // An earlier page may have left the log torn: without a fresh log even a database that is only read would be deleted.
    else void beginFreshLog().catch(() => undefined);
    return result;
  };

  /** Reads, and then writes what follows from that, in one transaction. */
  async function readAndWrite<Read>(
    read: (objects: IDBObjectStore) => IDBRequest<Read>,
    write: (objects: IDBObjectStore, found: Read) => void,
  ): Promise<void> {
    const objects = await begin('readwrite');
    const { transaction } = objects;
    const reading = read(objects);
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The change was not stored.'));
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
      reading.addEventListener('success', () => {
        try {
          write(objects, reading.result);
          commit(transaction);
        } catch (error) {
          reject(new Error('The change was not stored.', { cause: error }));
          transaction.abort();
        }
      });
    });
  }

  const deleteAll = (objects: IDBObjectStore, keys: string[]) => keys.forEach((key) => objects.delete(key));
  const allKeys = (objects: IDBObjectStore) => objects.getAllKeys() as IDBRequest<string[]>;

  /** Waits for begun work, unless the store is known to be silent. @throws TimeoutError, or why the device refuses it */
  async function wait<Result>(work: Promise<Result>): Promise<Result> {
    const answers = () => (isSilent = false);
    void work.then(answers, answers);
    try {
      return await inTime(work, isSilent ? 0 : undefined);
    } catch (error) {
      isSilent = isTimeout(error);
      noteDeviceFault(error);
      throw error;
    }
  }

  /** @returns undefined if the device refuses the work or does not answer */
  async function tryIt<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await wait(work);
    } catch {
      return undefined;
    }
  }

  async function storedBy(work: Promise<void>): Promise<Stored> {
    try {
      await wait(work);
      return true;
    } catch (error) {
      if (!isTimeout(error)) return false;
      return {
        late: work.then(
          () => true,
          () => false,
        ),
      };
    }
  }

  return {
    inStore: async (work) => tryIt(work(store)),
    change: <Value>(key: string, by: (stored: Value | undefined) => Value) =>
      storedBy(
        readAndWrite(
          (objects) => objects.get(key) as IDBRequest<Value | undefined>,
          (objects, stored) => objects.put(by(stored), key),
        ),
      ),
    put: (entries) =>
      storedBy(
        readAndWrite(
          (objects) => objects.count(),
          (objects) => entries.forEach(([key, value]) => objects.put(value, key)),
        ),
      ),
    deleteKeys: (choose) => tryIt(readAndWrite(allKeys, (objects, keys) => deleteAll(objects, choose(keys)))),
    deleteEntries: async (choose, change = () => []) => {
      let keys: IDBRequest<string[]>;
      const readValues = (objects: IDBObjectStore) => {
        keys = allKeys(objects);
        return objects.getAll() as IDBRequest<unknown[]>;
      };
      const write = (objects: IDBObjectStore, values: unknown[]) => {
        const entries = values.map((value, index): Entry => [keys.result[index] ?? '', value]);
        for (const [key, value] of change(entries)) objects.put(value, key);
        deleteAll(objects, choose(entries));
      };
      await tryIt(readAndWrite(readValues, write));
    },
    isSilent: () => isSilent,
  };
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

type OpenListeners = {
  /** Called when the device did not have the database. */
  onMade: () => void;
  onOpen: () => void;
  /** Called when the browser closes the database, as Safari does, or another page wants to delete it: it is then opened anew. */
  onGone: () => void;
};

async function openDatabase(
  database: string,
  name: string,
  { onMade, onOpen, onGone }: OpenListeners,
): Promise<IDBDatabase> {
  const request = indexedDB.open(database);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(name);
    onMade();
  });
  const opened = await answered(request);
  onOpen();
  opened.addEventListener('close', () => {
    noteClosed();
    onGone();
  });
  opened.addEventListener('versionchange', () => {
    onGone();
    opened.close();
  });
  return opened;
}

/**
 * Ends a transaction with the requests that were made, without waiting for their answers. WebKit would never end a transaction whose page
 * is left meanwhile, and no later page could read that store.
 */
function commit(transaction: IDBTransaction): void {
  // Browsers before 2020 lack this method, and end transactions by themselves.
  if ('commit' in transaction) transaction.commit();
}
