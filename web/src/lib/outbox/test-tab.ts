import { QueryClient } from '@tanstack/react-query';
import { vi } from 'vitest';
import { networkError } from '../calls/api-error.ts';
import { createOpenAccount } from './account-outbox.ts';
import type { Sending, SubmittedBy } from './kind.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxEntry } from './queue.ts';
import type { OutboxStorage } from './storage.ts';
import type { OutboxTabs } from './tabs.ts';

/** A phone with a storage that its tabs share. */
export function createDevice() {
  const stored = new Map<string, readonly OutboxEntry[]>();
  const listeners = new Set<(account: string) => void>();
  let lockQueue: Promise<unknown> = Promise.resolve();
  const storage: OutboxStorage = {
    read: async (account) => stored.get(account) ?? [],
    isAnswering: () => true,
    subscribe: () => () => true,
    update: async (account, change) => {
      const entries = change(stored.get(account) ?? []);
      stored.set(account, entries);
      return entries;
    },
    forget: async (account) => void stored.delete(account),
    forgetOthers: async (account) => {
      for (const other of stored.keys()) if (other !== account) stored.delete(other);
    },
  };
  const lock = (_name: string, task: () => Promise<void>) => {
    const run = lockQueue.then(task);
    lockQueue = run.catch(() => undefined);
    return run;
  };
  const openTabs = (ownLock = lock): OutboxTabs => {
    let own: ((account: string) => void) | undefined;
    return {
      lock: ownLock,
      announce: (account) => {
        for (const listener of listeners) if (listener !== own) listener(account);
      },
      subscribe: (listener) => {
        own = listener;
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  };
  return { stored, storage, openTabs };
}

/** The lock of a page that was started after the one that held it was killed. */
export const freeLock = (_name: string, task: () => Promise<void>) => task();

export type Choice = { open: boolean; isTakenBack?: true };
type Request = {
  choice: Choice;
  /** The age of the change that is sent; undefined for a request that looks whether a change has arrived. */
  ageMs?: number;
  /** Answers the request; null means 'has not arrived'. */
  answer: (answer?: string | null) => void;
  fail: (error?: Error) => void;
};

/** A tab with an open outbox whose requests are answered by hand. */
export function openTab(
  device = createDevice(),
  {
    account = 'cook',
    keepsAll = false,
    holds = false,
    cancels = false,
    takesBack = false,
    endsItself = false,
    isTyped = false,
    /** Whether there is a place to which a refused change is given back; undefined for a kind that has no text. */
    hasPlace = undefined as boolean | undefined,
    lock = undefined as OutboxTabs['lock'] | undefined,
    /** Whether the kind is sent by one call, which the service worker can make. */
    calls = false,
    wakeWorker = () => {},
  } = {},
) {
  const requests: Request[] = [];
  const applied: Choice[] = [];
  const givenBack: Choice[] = [];
  const outbox = createOutbox(async () => ({
    openAccount: createOpenAccount({ storage: device.storage, tabs: device.openTabs(lock), wakeWorker }),
    forget: device.storage.forget,
    forgetOthers: device.storage.forgetOthers,
  }));
  const request = <Answer>(choice: Choice, { signal, ageMs }: { signal: AbortSignal; ageMs?: number }) =>
    new Promise<Answer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('The request took too long.', 'AbortError')));
      requests.push({
        choice,
        ageMs,
        answer: (answer = 'stored') => resolve(answer as Answer),
        fail: (error = networkError()) => reject(error),
      });
    });
  // The worker's tests answer calls by a `fetch` of their own.
  const byCall: Sending<Choice, unknown> = {
    request: ({ open }) => ({ call: 'set_warung_open', input: { is_open: open }, isDated: true }),
  };
  const sending = (calls ? byCall : { send: request }) as Sending<Choice, string>;
  const kind = outbox.register<Choice, string>({
    name: 'stall',
    ...sending,
    applyAnswer: (_client, choice) => applied.push(choice),
    ...(keepsAll || holds ? {} : { supersede: () => null }),
    ...(cancels && { cancels: (older: Choice, newer: Choice) => older.open !== newer.open }),
    ...(takesBack && { isTakenBack: (choice: Choice) => choice.isTakenBack === true }),
    ...(holds && {
      holds: {
        afterMs: 24 * 60 * 60_000,
        findAnswer: (choice: Choice, { signal }: { signal: AbortSignal }) => request<string | null>(choice, { signal }),
      },
    }),
    endsItself,
    isTyped,
    ...(hasPlace !== undefined && {
      giveBack: (choice: Choice) => {
        givenBack.push(choice);
        return hasPlace;
      },
    }),
    meta: { failed: null },
  });
  outbox.open(account, new QueryClient());
  outbox.start();
  const submit = (open: boolean, subject = 'mine', form?: SubmittedBy) => outbox.submit(kind, subject, { open }, form);
  const shown = () => outbox.state().entries.map(({ change }) => (change as Choice).open);
  const settle = () => vi.advanceTimersByTimeAsync(10);
  return { device, outbox, requests, applied, givenBack, submit, shown, settle };
}
