import { createStore, delMany, get, keys, update } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import type { Entries } from './queue.ts';

export type OutboxStorage = {
  read: (account: string) => Promise<Entries>;
  /** Changes what is stored for an account in one step, also when several tabs do. @returns what is stored now */
  update: (account: string, change: (stored: Entries) => Entries) => Promise<Entries>;
  /** Deletes what is stored for an account, its id too. */
  forget: (account: string) => Promise<void>;
  /** Deletes what is stored for everybody but this account. */
  forgetOthers: (account: string) => Promise<void>;
};

/** The device's storage. What it does not store (private windows, a full disk) lives as long as the page. */
export function createOutboxStorage(): OutboxStorage {
  let opened: UseStore | undefined;
  const store = () => (opened ??= createStore('outbox', 'entries'));
  const remembered = new Map<string, Entries>();
  /** Accounts whose last change could not be stored. Reading a full disk still works, but would return the state before it. */
  const unstored = new Set<string>();

  async function read(account: string): Promise<Entries> {
    if (!unstored.has(account)) {
      try {
        const entries = (await get<Entries>(account, store())) ?? [];
        // A change may have failed meanwhile.
        if (!unstored.has(account)) remembered.set(account, entries);
      } catch {
        // The copy in memory is used instead.
      }
    }
    return remembered.get(account) ?? [];
  }

  async function readAccounts(): Promise<string[]> {
    try {
      return await keys<string>(store());
    } catch {
      // A device that refuses it has stored nothing.
      return [];
    }
  }

  async function forgetAll(accounts: Iterable<string>): Promise<void> {
    for (const account of accounts) {
      remembered.delete(account);
      unstored.delete(account);
    }
    try {
      await delMany([...accounts], store());
    } catch {
      // A device that refuses it has stored nothing.
    }
  }

  return {
    read,
    update: async (account, change) => {
      let entries: Entries = [];
      const changed = (stored: Entries = []) =>
        (entries = change(unstored.has(account) ? (remembered.get(account) ?? []) : stored));
      try {
        await update<Entries>(account, changed, store());
        unstored.delete(account);
      } catch {
        entries = change(remembered.get(account) ?? (await read(account)));
        unstored.add(account);
      }
      remembered.set(account, entries);
      return entries;
    },
    forget: (account) => forgetAll([account]),
    forgetOthers: async (account) => {
      const stored = await readAccounts();
      await forgetAll([...new Set([...stored, ...remembered.keys()])].filter((one) => one !== account));
    },
  };
}
