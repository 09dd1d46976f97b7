import { focusManager, notifyManager, onlineManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '../new-id.ts';
import { attempt } from './attempt.ts';
import type { AnyKind, OutboxKind } from './kind.ts';
import { createOutcomes } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { afterAttempt, edited, isTooOld, queueOf, withNew } from './queue.ts';
import type { Edit, Entries, OutboxEntry } from './queue.ts';
import { createSender } from './sender.ts';
import type { OutboxStorage } from './storage.ts';
import type { OutboxTabs } from './tabs.ts';

/**
 * The outbox: changes that a person makes with or without signal. Each is stored on the device before it is sent, shows at
 * once beside what the server has answered (as in optimistic-changes.ts), and leaves the outbox only after an answer.
 *
 * Changes of one kind and subject (a stall, a conversation) are a queue: one request at a time, in their order. What gets no
 * answer is tried again later (sender.ts), when the network or the page is back, and at the next start. A queue belongs
 * to one account and is sent by one tab at a time. A change that the server refuses is dropped, or, of a kind that holds
 * changes, keeps its place at the head of its queue until the person has decided about it: no later one overtakes it.
 * One that is old is looked for on the server first: its answer may have been lost, and then there is nothing to decide.
 */
export type Outbox = {
  /** Declares a kind whose changes, those of earlier pages too, are sent from now on. */
  register: <Change, Answer>(kind: OutboxKind<Change, Answer>) => OutboxKind<Change, Answer>;
  /** Starts to send the changes of an account; repeated for the same account it does nothing. */
  open: (account: string, client: QueryClient) => void;
  /** Stops. What is stored waits until the account is signed in again. */
  close: () => void;
  /**
   * Shows, stores and sends a change. The account must be open.
   * @param onStored is called once it is stored on the device, and no longer lost when the page is killed
   * @returns how it has left the outbox, once it has
   */
  submit: <Change, Answer>(
    kind: OutboxKind<Change, Answer>,
    subject: string,
    change: Change,
    onStored?: () => void,
  ) => Promise<Outcome<Answer>>;
  /** Sends what waits at once: there may be a network again. */
  retry: () => void;
  /** Sends held changes again, dated from now; `change` replaces what was to be sent. */
  release: (ids: readonly string[], change?: (held: unknown) => unknown) => Promise<void>;
  /** Forgets changes that wait. One whose request is under way may still arrive. */
  remove: (ids: readonly string[]) => Promise<void>;
  state: () => OutboxState;
  subscribe: (listener: () => void) => () => void;
};

export type OutboxState = {
  /** What has no answer yet, in the order in which it was made. */
  entries: Entries;
  /** Queues whose last attempt got no answer, or gets none for seconds: null, or why the server takes it only later. */
  stuck: ReadonlyMap<string, string | null>;
};

const nothing: OutboxState = { entries: [], stuck: new Map() };

export function createOutbox({ storage, tabs }: { storage: OutboxStorage; tabs: OutboxTabs }): Outbox {
  const kinds = new Map<string, AnyKind>();
  const listeners = new Set<() => void>();
  let state = nothing;
  let session: ReturnType<typeof openSession> | undefined;

  function setState(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Sends the changes of one account until it is closed. */
  function openSession(account: string, client: QueryClient) {
    const closer = new AbortController();
    const closing = closer.signal;
    const outcomes = createOutcomes();
    /** Counts changes of the storage. A read that began before the latest change is outdated and must not be shown. */
    let version = 0;

    function setStuck(queue: string, why: string | null | undefined): void {
      if (closing.aborted || state.stuck.get(queue) === why) return;
      const stuck = new Map(state.stuck);
      if (why === undefined) stuck.delete(queue);
      else stuck.set(queue, why);
      setState({ stuck });
    }

    function show(entries: Entries, readAt: number): void {
      // React Query renders what was written into the cache in a later task; without the wait the old state would flash.
      notifyManager.schedule(() => {
        if (closing.aborted || readAt !== version) return;
        setState({ entries });
        outcomes.settle(entries);
      });
    }

    async function write(change: (stored: Entries) => Entries): Promise<void> {
      version += 1;
      const ownVersion = version;
      const entries = await storage.update(account, change);
      tabs.announce(account);
      show(entries, ownVersion);
    }

    async function read(): Promise<Entries> {
      const readAt = version;
      const stored = await storage.read(account);
      const entries = stored.filter((entry) => !isTooOld(entry, kinds.get(entry.kind)));
      for (const { id } of stored)
        if (!entries.some((entry) => entry.id === id)) outcomes.note(id, { type: 'removed' });
      show(entries, readAt);
      return entries;
    }

    const sender = createSender({
      lock: (queue, task) => tabs.lock(`outbox ${account} ${queue}`, task),
      next: async (queue) => {
        const head = (await read()).find((entry) => queueOf(entry) === queue);
        return head?.held ? undefined : head;
      },
      attempt: async (entry) => {
        const kind = kinds.get(entry.kind);
        if (!kind) return { isAnswered: false };
        return attempt(kind, entry, { client, closing, onSlow: () => setStuck(queueOf(entry), null) });
      },
      store: async (entry, result, startedAt) => {
        const { isAnswered, sent } = result;
        if (isAnswered) outcomes.note(entry.id, sent ? { type: 'sent', ...sent } : { type: 'refused' });
        await write((stored) => afterAttempt(stored, entry, result, startedAt));
      },
      setStuck,
      closing,
    });

    const queues = (entries: Entries) => new Set(entries.filter(({ kind }) => kinds.has(kind)).map(queueOf));

    async function retry(): Promise<void> {
      for (const queue of queues(await read())) void sender.send(queue);
    }

    async function edit(ids: readonly string[], change: Edit): Promise<void> {
      setState({ entries: edited(state.entries, ids, change) });
      await write((stored) => edited(stored, ids, change));
      await retry();
    }

    return {
      account,
      retry,
      /** Another tab has changed something. It sends its own changes, but may be closed before it has. */
      follow: async () => {
        for (const queue of queues(await read())) sender.sendLater(queue);
      },
      submit: async (kind: AnyKind, subject: string, change: unknown, onStored?: () => void) => {
        const entry: OutboxEntry = { id: newId(), kind: kind.name, subject, change, at: Date.now() };
        setState({ entries: withNew(state.entries, entry, kind) });
        const outcome = outcomes.of(entry.id);
        await write((stored) => {
          const entries = withNew(stored, entry, kind);
          const kept = new Set(entries.map(({ id }) => id));
          for (const { id } of stored) if (!kept.has(id)) outcomes.note(id, { type: 'superseded' });
          return entries;
        });
        onStored?.();
        void sender.send(queueOf(entry));
        return outcome;
      },
      release: (ids: readonly string[], change: (held: unknown) => unknown) =>
        edit(ids, ({ held: _held, ...entry }) => ({ ...entry, change: change(entry.change), at: Date.now() })),
      remove: (ids: readonly string[]) => {
        for (const id of ids) outcomes.note(id, { type: 'removed' });
        return edit(ids, () => null);
      },
      close: () => {
        closer.abort();
        outcomes.close();
      },
    };
  }

  const retry = () => void session?.retry();
  onlineManager.subscribe((isOnline) => isOnline && retry());
  focusManager.subscribe((isFocused) => isFocused && retry());
  tabs.subscribe((account) => session?.account === account && void session.follow());

  const outbox: Outbox = {
    register: (kind) => {
      kinds.set(kind.name, kind as AnyKind);
      retry();
      return kind;
    },
    open: (account, client) => {
      if (session?.account === account) return;
      outbox.close();
      session = openSession(account, client);
      retry();
    },
    close: () => {
      session?.close();
      session = undefined;
      setState(nothing);
    },
    submit: async <Change, Answer>(
      kind: OutboxKind<Change, Answer>,
      subject: string,
      change: Change,
      onStored?: () => void,
    ) => {
      if (!session) throw new Error('The outbox is not open.');
      return (await session.submit(kind as AnyKind, subject, change, onStored)) as Outcome<Answer>;
    },
    retry,
    release: async (ids, change = (held) => held) => session?.release(ids, change),
    remove: async (ids) => session?.remove(ids),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return outbox;
}
