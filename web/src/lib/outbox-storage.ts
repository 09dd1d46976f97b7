import { createStore, get, update } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';

/** A change that waits to be sent. */
export type OutboxEntry = {
  id: string;
  kind: string;
  /** What is changed: changes of one kind and subject are sent one after another. */
  subject: string;
  change: unknown;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  /** Its queue waits until the person has decided about it. */
  held?: Held;
};

/** Why a change is held: the server has refused it, or it is so old that the person may not want it any more. */
export type Held = { because: 'refused'; code: string; reason: string } | { because: 'old' };

type Entries = readonly OutboxEntry[];

export type OutboxStorage = {
  read: (account: string) => Promise<Entries>;
  /** Changes what is stored for an account in one step, also when several tabs do. @returns what is stored now */
  update: (account: string, change: (stored: Entries) => Entries) => Promise<Entries>;
  /** Calls `listener` with the account when another tab has changed something. */
  subscribe: (listener: (account: string) => void) => void;
};

/** The device's storage. Where it stores nothing (private windows, a full disk), changes live as long as the page. */
export function createOutboxStorage(): OutboxStorage {
  let opened: UseStore | undefined;
  const store = () => (opened ??= createStore('outbox', 'entries'));
  const remembered = new Map<string, Entries>();
  const tabs = new BroadcastChannel('outbox');
  return {
    read: async (account) => {
      try {
        return (await get<Entries>(account, store())) ?? [];
      } catch {
        return remembered.get(account) ?? [];
      }
    },
    update: async (account, change) => {
      let entries: Entries = [];
      try {
        await update<Entries>(account, (stored = []) => (entries = change(stored)), store());
      } catch {
        entries = change(remembered.get(account) ?? []);
      }
      remembered.set(account, entries);
      tabs.postMessage(account);
      return entries;
    },
    subscribe: (listener) => tabs.addEventListener('message', ({ data }: MessageEvent<string>) => listener(data)),
  };
}
