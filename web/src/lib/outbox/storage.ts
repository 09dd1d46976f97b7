import { del, get } from 'idb-keyval';
import { createDeviceDatabase } from '../device/device-database.ts';
import type { Entries, OutboxEntry } from './queue.ts';

/** The storage of the outbox. The entries that it returns say which of them are not on the device (`isUnkept`). */
export type OutboxStorage = {
  read: (account: string) => Promise<Entries>;
  /**
   * Changes the stored entries of an account in one step, also when several tabs do.
   * @param mayBeStored leaves an entry in this page until it may be stored; an entry that is on the device already stays there
   * @returns the entries that there are now
   */
  update: (
    account: string,
    change: (before: Entries) => Entries,
    mayBeStored?: (entry: OutboxEntry) => boolean,
  ) => Promise<Entries>;
  /** Whether the device has answered all changes of an account. Changes that it has refused can be tried again then. */
  isAnswering: (account: string) => boolean;
  /** Deletes the stored entries of an account, and its id. */
  forget: (account: string) => Promise<void>;
  /** Deletes the stored entries of everybody but this account. */
  forgetOthers: (account: string) => Promise<void>;
  /** Calls `listener` when the browser has closed the storage, and may have emptied it. @returns a function that ends this */
  subscribe: (listener: () => void) => () => void;
};

/** The device's storage. Entries that it does not store (private windows, a full or a silent disk) live as long as the page. */
export function createOutboxStorage(): OutboxStorage {
  const {
    inStore,
    change: changeStored,
    deleteKeys,
  } = createDeviceDatabase('outbox', 'entries', {
    onClosed: () => listeners.forEach((listener) => listener()),
    onEmptied: () => {
      onDevice.clear();
      for (const account of remembered.keys()) refused.add(account);
    },
  });
  const listeners = new Set<() => void>();
  const remembered = new Map<string, Entries>();
  /** The entries that may not be stored yet. */
  const aside = new Map<string, Entries>();
  /** The ids of all remembered entries: any other stored entry is one of another page. */
  const known = new Set<string>();
  /** The ids of the entries on the device, as far as this page knows. */
  const onDevice = new Map<string, ReadonlySet<string>>();
  /** Accounts whose last change was refused. Reading a full disk still works, but would return the state before it. */
  const refused = new Set<string>();
  /** How many changes of an account the device has not answered. They are made there, in their order, once it does. */
  const unanswered = new Map<string, number>();

  const isAnswering = (account: string) => !unanswered.get(account);
  const isCurrent = (account: string) => !refused.has(account) && isAnswering(account);

  function remember(account: string, entries: Entries): Entries {
    const ids = onDevice.get(account);
    const told = entries.map((entry): OutboxEntry => ({ ...entry, isUnkept: ids?.has(entry.id) ? undefined : true }));
    remembered.set(account, told);
    for (const { id } of told) known.add(id);
    return told;
  }

  async function read(account: string): Promise<Entries> {
    if (isCurrent(account)) {
      const found = await inStore(async (store) => ({ entries: (await get<Entries>(account, store)) ?? [] }));
      // Another change may have failed during the reading.
      if (found && isCurrent(account)) {
        onDevice.set(account, idsOf(found.entries));
        return remember(account, [...found.entries, ...(aside.get(account) ?? [])]);
      }
    }
    return remember(account, remembered.get(account) ?? []);
  }

  function note(account: string, stored: Entries | undefined): void {
    if (stored) {
      refused.delete(account);
      onDevice.set(account, idsOf(stored));
    } else refused.add(account);
  }

  async function noteLate(account: string, late: Promise<boolean>, stored: () => Entries): Promise<void> {
    unanswered.set(account, (unanswered.get(account) ?? 0) + 1);
    const isStored = await late;
    unanswered.set(account, (unanswered.get(account) ?? 1) - 1);
    note(account, isStored ? stored() : undefined);
  }

  function forgetRemembered(account: string): void {
    for (const known of [remembered, aside, onDevice]) known.delete(account);
    refused.delete(account);
  }

  return {
    read,
    isAnswering,
    update: async (account, change, mayBeStored = () => true) => {
      let entries: Entries = [];
      let kept: Entries = [];
      const isStored = await changeStored<Entries>(account, (stored = []) => {
        const others = stored.filter(({ id }) => !known.has(id));
        entries = change(
          refused.has(account)
            ? [...others, ...(remembered.get(account) ?? [])]
            : [...stored, ...(aside.get(account) ?? [])],
        );
        const ids = idsOf(stored);
        const isKept = (entry: OutboxEntry) => ids.has(entry.id) || mayBeStored(entry);
        aside.set(
          account,
          entries.filter((entry) => !isKept(entry)),
        );
        return (kept = entries.filter(isKept).map(({ isUnkept: _isUnkept, ...entry }) => entry));
      });
      if (isStored !== true) {
        if (!remembered.has(account)) await read(account);
        entries = change(remembered.get(account) ?? []);
      }
      if (typeof isStored === 'boolean') note(account, isStored ? kept : undefined);
      else void noteLate(account, isStored.late, () => kept);
      return remember(account, entries);
    },
    forget: async (account) => {
      forgetRemembered(account);
      await inStore((store) => del(account, store));
    },
    forgetOthers: async (account) => {
      const isOther = (one: string) => one !== account;
      [...remembered.keys()].filter(isOther).forEach(forgetRemembered);
      await deleteKeys((stored) => stored.filter(isOther));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const idsOf = (entries: Entries): ReadonlySet<string> => new Set(entries.map(({ id }) => id));
