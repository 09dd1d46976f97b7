import { focusManager, notifyManager, onlineManager } from '@tanstack/react-query';
import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { newId } from './new-id.ts';
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/**
 * The outbox: changes that a person makes with or without signal. Each is stored on the device before it is sent, shows at
 * once beside what the server has answered (as in optimistic-changes.ts), and leaves the outbox only after an answer (D71).
 *
 * Changes of one kind and subject (a stall, a conversation) are a queue: one request at a time, in their order. What gets no
 * answer is tried again after 1, 2, 4 … 60 s, when the network or the page is back, and at the next start. A queue belongs
 * to one account and is sent by one tab at a time.
 */
export type OutboxKind<Change, Answer> = {
  /** Its name in the storage, the same in all releases. */
  name: string;
  /** Makes the request; a repeat must not change anything. `ageMs` is the time since the change was made. */
  send: (change: Change, request: { ageMs: number; signal: AbortSignal }) => Promise<Answer>;
  /** Writes the answer into the cache. */
  applyAnswer: (client: QueryClient, change: Change, answer: Answer) => void;
  /** What remains to be sent of an older change once there is a newer one; null for nothing. Without it all are sent. */
  supersede?: (older: Change, newer: Change) => Change | null;
  /** The texts shown when the server refuses a change. */
  meta: MutationMeta;
};

export type OutboxState = {
  /** What has no answer yet, in the order in which it was made. */
  entries: readonly OutboxEntry[];
  /** Queues whose last attempt got no answer, or gets none for seconds. */
  stuck: ReadonlySet<string>;
};

export type Outbox = {
  /** Declares a kind whose changes, those of earlier pages too, are sent from now on. */
  register: <Change, Answer>(kind: OutboxKind<Change, Answer>) => OutboxKind<Change, Answer>;
  /** Starts to send the changes of an account; repeated for the same account it does nothing. */
  open: (account: string, client: QueryClient) => void;
  /** Stops. What is stored waits until the account is signed in again. */
  close: () => void;
  /**
   * Shows, stores and sends a change. The account must be open.
   * @returns its answer; null when it was refused, superseded or sent by another tab
   */
  submit: <Change, Answer>(kind: OutboxKind<Change, Answer>, subject: string, change: Change) => Promise<Answer | null>;
  /** Sends what waits at once: there may be a network again. */
  retry: () => void;
  state: () => OutboxState;
  subscribe: (listener: () => void) => () => void;
};

type Options = {
  storage: OutboxStorage;
  /** Runs a task while no other tab runs one of the same name. */
  lock: (name: string, task: () => Promise<void>) => Promise<void>;
};

const maxDelayMs = 60_000;
/** From then on a request without an answer shows as waiting for the signal. */
const slowMs = 3_000;
const timeoutMs = 20_000;
/** Older changes are dropped: the server takes none (contract/src/text.ts, ageMs). */
const maxAgeMs = 30 * 86_400_000;

/** A queue's name in `OutboxState.stuck`. */
export const queueOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`;

/** No answer, or one that says 'not now'. An ended session counts too: the change waits for the next one. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'network' || error.status === 429 || error.status >= 500;
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthenticated';

export function createOutbox({ storage, lock }: Options): Outbox {
  const kinds = new Map<string, OutboxKind<unknown, unknown>>();
  const listeners = new Set<() => void>();
  const nothing: OutboxState = { entries: [], stuck: new Set() };
  let state = nothing;
  let session: ReturnType<typeof openSession> | undefined;

  function setState(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Sends the changes of one account until it is closed. */
  function openSession(account: string, client: QueryClient) {
    const closing = new AbortController();
    /** Queues that are being sent; true when there may be something new for them. */
    const sending = new Map<string, boolean>();
    const failures = new Map<string, number>();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const waitingForAnswer = new Map<string, (answer: unknown) => void>();
    /** Counts the changes of what is stored: what was read before the last one is not shown. */
    let version = 0;
    const isClosed = () => closing.signal.aborted;

    function setStuck(queue: string, isStuck: boolean): void {
      if (isClosed() || state.stuck.has(queue) === isStuck) return;
      const stuck = new Set(state.stuck);
      if (isStuck) stuck.add(queue);
      else stuck.delete(queue);
      setState({ stuck });
    }

    function show(entries: readonly OutboxEntry[], readAt: number): void {
      // React Query renders what was written into the cache in a later task; without the wait the old state would flash.
      notifyManager.schedule(() => {
        if (!isClosed() && readAt === version) setState({ entries });
      });
    }

    async function write(change: (stored: readonly OutboxEntry[]) => readonly OutboxEntry[]): Promise<void> {
      version += 1;
      const ownVersion = version;
      show(await storage.update(account, change), ownVersion);
    }

    async function read(): Promise<readonly OutboxEntry[]> {
      const readAt = version;
      const oldest = Date.now() - maxAgeMs;
      const entries = (await storage.read(account)).filter(({ at }) => at > oldest);
      show(entries, readAt);
      return entries;
    }

    /** @returns whether there was an answer, be it a refusal */
    async function attempt({ id, kind: name, subject, change, at }: OutboxEntry): Promise<boolean> {
      const kind = kinds.get(name);
      if (!kind) return false;
      const aborting = new AbortController();
      const abort = () => aborting.abort();
      closing.signal.addEventListener('abort', abort);
      const timeout = setTimeout(abort, timeoutMs);
      const slow = setTimeout(() => setStuck(queueOf({ kind: name, subject }), true), slowMs);
      const ageMs = Math.max(0, Date.now() - at);
      // The mutation cache shows a refusal and notices an ended session (query.ts).
      const mutation = client.getMutationCache().build(client, {
        mutationFn: async () => {
          try {
            return { answer: await kind.send(change, { ageMs, signal: aborting.signal }) };
          } catch (error) {
            if (isTransient(error)) return null;
            throw error;
          }
        },
        retry: false,
        meta: kind.meta,
      });
      try {
        const result = await mutation.execute(undefined);
        if (!result || isClosed()) return false;
        kind.applyAnswer(client, change, result.answer);
        waitingForAnswer.get(id)?.(result.answer);
        return true;
      } catch (error) {
        if (isSignedOut(error)) return false;
        waitingForAnswer.get(id)?.(null);
        return true;
      } finally {
        waitingForAnswer.delete(id);
        closing.signal.removeEventListener('abort', abort);
        clearTimeout(timeout);
        clearTimeout(slow);
      }
    }

    function retryLater(queue: string): void {
      if (isClosed() || timers.has(queue)) return;
      const delayMs = Math.min(1000 * 2 ** (failures.get(queue) ?? 0), maxDelayMs);
      timers.set(
        queue,
        setTimeout(() => void send(queue), delayMs),
      );
    }

    /** Sends a queue until it is empty or an attempt gets no answer. */
    async function sendInOrder(queue: string): Promise<void> {
      const next = async () => (await read()).find((entry) => queueOf(entry) === queue);
      for (let entry = await next(); entry && !isClosed(); entry = await next()) {
        const { id } = entry;
        const startedAt = Date.now();
        const isDone = await attempt(entry);
        const endedAt = Date.now();
        // The server dates a change by its age, back from its arrival. One that was made during this attempt counts from
        // the attempt's end: dated before the arrival of the one it follows, it would be dropped as the older one.
        const isMadeMeanwhile = (other: OutboxEntry) =>
          other.id !== id && queueOf(other) === queue && other.at >= startedAt;
        await write((stored) =>
          stored
            .filter((other) => !isDone || other.id !== id)
            .map((other) => (isMadeMeanwhile(other) ? { ...other, at: endedAt } : other)),
        );
        setStuck(queue, !isDone);
        if (!isDone) {
          retryLater(queue);
          failures.set(queue, (failures.get(queue) ?? 0) + 1);
          return;
        }
        failures.delete(queue);
      }
    }

    async function send(queue: string): Promise<void> {
      clearTimeout(timers.get(queue));
      timers.delete(queue);
      const isSending = sending.has(queue);
      sending.set(queue, isSending);
      if (isSending) return;
      do {
        sending.set(queue, false);
        await lock(`outbox ${account} ${queue}`, () => sendInOrder(queue));
      } while (sending.get(queue) && !isClosed());
      sending.delete(queue);
    }

    const queues = (entries: readonly OutboxEntry[]) =>
      new Set(entries.filter(({ kind }) => kinds.has(kind)).map(queueOf));

    return {
      account,
      retry: async () => {
        for (const queue of queues(await read())) void send(queue);
      },
      /** Another tab has changed something. It sends its own changes, but may be closed before it has. */
      follow: async () => {
        for (const queue of queues(await read())) retryLater(queue);
      },
      submit: async (kind: OutboxKind<unknown, unknown>, subject: string, change: unknown): Promise<unknown> => {
        const entry: OutboxEntry = { id: newId(), kind: kind.name, subject, change, at: Date.now() };
        const queue = queueOf(entry);
        const add = (stored: readonly OutboxEntry[]) => [
          ...stored.flatMap((older) => {
            if (!kind.supersede || queueOf(older) !== queue) return older;
            const remaining = kind.supersede(older.change, change);
            return remaining === null ? [] : { ...older, change: remaining };
          }),
          entry,
        ];
        setState({ entries: add(state.entries) });
        const answer = new Promise<unknown>((resolve) => waitingForAnswer.set(entry.id, resolve));
        await write(add);
        void send(queue);
        return answer;
      },
      close: () => {
        closing.abort();
        for (const timer of timers.values()) clearTimeout(timer);
      },
    };
  }

  const retry = () => void session?.retry();
  onlineManager.subscribe((isOnline) => isOnline && retry());
  focusManager.subscribe((isFocused) => isFocused && retry());
  storage.subscribe((account) => session?.account === account && void session.follow());

  const outbox: Outbox = {
    register: (kind) => {
      kinds.set(kind.name, kind as OutboxKind<unknown, unknown>);
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
    submit: async <Change, Answer>(kind: OutboxKind<Change, Answer>, subject: string, change: Change) => {
      if (!session) throw new Error('The outbox is not open.');
      return (await session.submit(kind as OutboxKind<unknown, unknown>, subject, change)) as Answer | null;
    },
    retry,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return outbox;
}
