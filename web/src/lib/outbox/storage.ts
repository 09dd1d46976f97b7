import { del, get } from 'idb-keyval';
import { createDeviceStore } from '../device-store.ts';
import type { Entries } from './queue.ts';

export type OutboxStorage = {
  read: (account: string) => Promise<Entries>;
  /** Changes what is stored for an account in one step, also when several tabs do. @returns what is stored now */
  update: (account: string, change: (stored: Entries) => Entries) => Promise<Entries>;
  /** Whether all that was changed for an account is on the device, and not only in this page. */
  isKept: (account: string) => boolean;
  /** Deletes what is stored for an account, its id too. */
  forget: (account: string) => Promise<void>;
  /** Deletes what is stored for everybody but this account. */
  forgetOthers: (account: string) => Promise<void>;
};

/** The device's storage. What it does not store (private windows, a full disk, one that does not answer) lives as long as the page. */
export function createOutboxStorage(): OutboxStorage {
  const { inStore, change: changeStored, deleteKeys } = createDeviceStore('outbox', 'entries');
  const remembered = new Map<string, Entries>();
  /** Ids of all that was remembered: what is stored and not among them is of another page. */
  const known = new Set<string>();
  /** Accounts whose last change was refused. Reading a full disk still works, but would return the state before it. */
  const refused = new Set<string>();
  /** How many changes of an account the device has not answered. They are made there, in their order, once it does. */
  const unanswered = new Map<string, number>();

  const isKept = (account: string) => !refused.has(account) && !unanswered.get(account);

  function remember(account: string, entries: Entries): Entries {
    remembered.set(account, entries);
    for (const { id } of entries) known.add(id);
    return entries;
  }

  async function read(account: string): Promise<Entries> {
    if (isKept(account)) {
      const found = await inStore(async (store) => ({ entries: (await get<Entries>(account, store)) ?? [] }));
      // A change may have failed meanwhile.
      if (found && isKept(account)) remember(account, found.entries);
    }
    return remembered.get(account) ?? [];
  }

  function note(account: string, isStored: boolean): void {
    if (isStored) refused.delete(account);
    else refused.add(account);
  }

  async function noteLate(account: string, late: Promise<boolean>): Promise<void> {
    unanswered.set(account, (unanswered.get(account) ?? 0) + 1);
    const isStored = await late;
    unanswered.set(account, (unanswered.get(account) ?? 1) - 1);
    note(account, isStored);
  }

  function forgetRemembered(account: string): void {
    remembered.delete(account);
    refused.delete(account);
  }

  return {
    read,
    isKept,
    update: async (account, change) => {
      let entries: Entries = [];
      const isStored = await changeStored<Entries>(account, (stored = []) => {
        const others = stored.filter(({ id }) => !known.has(id));
        return (entries = change(refused.has(account) ? [...others, ...(remembered.get(account) ?? [])] : stored));
      });
      if (isStored !== true) {
        if (!remembered.has(account)) await read(account);
        entries = change(remembered.get(account) ?? []);
      }
      if (typeof isStored === 'boolean') note(account, isStored);
      else void noteLate(account, isStored.late);
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
  };
}
