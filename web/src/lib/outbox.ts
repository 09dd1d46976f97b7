import { focusManager, notifyManager, onlineManager } from '@tanstack/react-query';
import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { newId } from './new-id.ts';
import type { Held, OutboxEntry, OutboxStorage } from './outbox-storage.ts';

/**
 * The outbox: changes that a person makes with or without signal. Each is stored on the device before it is sent, shows at
 * once beside what the server has answered (as in optimistic-changes.ts), and leaves the outbox only after an answer (D71).
 *
 * Changes of one kind and subject (a stall, a conversation) are a queue: one request at a time, in their order. What gets no
 * answer is tried again after 1, 2, 4 … 60 s, when the network or the page is back, and at the next start. A queue belongs
 * to one account and is sent by one tab at a time. A change that the server refuses is dropped, or, of a kind that holds
 * changes, keeps its place at the head of its queue until the person has decided about it: no later one overtakes it.
 * One that is old is looked for on the server first: its answer may have been lost, and then there is nothing to decide.
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
  /** A refused change is held, and so is one that is older than this when its turn comes and that has not arrived. */
  holds?: {
    afterMs: number;
    /** The answer to a change that has arrived; null when it has not. */
    findAnswer: (change: Change, request: { signal: AbortSignal }) => Promise<Answer | null>;
  };
  /** The texts shown when the server refuses a change. */
  meta: MutationMeta;
};

export type OutboxState = {
  /** What has no answer yet, in the order in which it was made. */
  entries: readonly OutboxEntry[];
  /** Queues whose last attempt got no answer, or gets none for seconds: null, or why the server takes it only later. */
  stuck: ReadonlyMap<string, string | null>;
};

type Outbox = {
  /** Declares a kind whose changes, those of earlier pages too, are sent from now on. */
  register: <Change, Answer>(kind: OutboxKind<Change, Answer>) => OutboxKind<Change, Answer>;
  /** Starts to send the changes of an account; repeated for the same account it does nothing. */
  open: (account: string, client: QueryClient) => void;
  /** Stops. What is stored waits until the account is signed in again. */
  close: () => void;
  /**
   * Shows, stores and sends a change. The account must be open.
   * @param onStored is called once it is stored on the device, and no longer lost when the page is killed
   * @returns its answer; null when it was refused, superseded or sent by another tab
   */
  submit: <Change, Answer>(
    kind: OutboxKind<Change, Answer>,
    subject: string,
    change: Change,
    onStored?: () => void,
  ) => Promise<Answer | null>;
  /** Sends what waits at once: there may be a network again. */
  retry: () => void;
  /** Sends held changes again, dated from now; `change` replaces what was to be sent. */
  release: (ids: readonly string[], change?: (held: unknown) => unknown) => Promise<void>;
  /** Forgets changes that wait. One whose request is under way may still arrive. */
  remove: (ids: readonly string[]) => Promise<void>;
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
/** Older changes are dropped: the server takes none (contract/src/text.ts, ageMs). Those of kinds that hold them stay. */
const maxAgeMs = 30 * 86_400_000;

/** A queue's name in `OutboxState.stuck`. */
export const queueOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`;

/** No answer, or one that says 'not now'. An ended session counts too: the change waits for the next one. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'network' || error.status === 429 || error.status >= 500;
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthenticated';

/** What an attempt came to; `held` when the person has to decide about the change, `later` why it is taken only later. */
type Outcome = { isAnswered: boolean; held?: Held; later?: string | null };

/** Returns what becomes of an entry; null removes it. */
type Edit = (entry: OutboxEntry) => OutboxEntry | null;

const edited = (entries: readonly OutboxEntry[], ids: readonly string[], change: Edit): readonly OutboxEntry[] =>
  entries.flatMap((entry) => (ids.includes(entry.id) ? (change(entry) ?? []) : entry));

export function createOutbox({ storage, lock }: Options): Outbox {
  const kinds = new Map<string, OutboxKind<unknown, unknown>>();
  const listeners = new Set<() => void>();
  const nothing: OutboxState = { entries: [], stuck: new Map() };
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

    function setStuck(queue: string, why: string | null | undefined): void {
      if (isClosed() || state.stuck.get(queue) === why) return;
      const stuck = new Map(state.stuck);
      if (why === undefined) stuck.delete(queue);
      else stuck.set(queue, why);
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

    const edit = (ids: readonly string[], change: Edit): Promise<void> =>
      write((stored) => edited(stored, ids, change));

    async function read(): Promise<readonly OutboxEntry[]> {
      const readAt = version;
      const oldest = Date.now() - maxAgeMs;
      const entries = (await storage.read(account)).filter(({ at, kind }) => at > oldest || kinds.get(kind)?.holds);
      show(entries, readAt);
      return entries;
    }

    async function attempt({ id, kind: name, subject, change, at }: OutboxEntry): Promise<Outcome> {
      const kind = kinds.get(name);
      if (!kind) return { isAnswered: false };
      const aborting = new AbortController();
      const abort = () => aborting.abort();
      closing.signal.addEventListener('abort', abort);
      const timeout = setTimeout(abort, timeoutMs);
      const slow = setTimeout(() => setStuck(queueOf({ kind: name, subject }), null), slowMs);
      const ageMs = Math.max(0, Date.now() - at);
      const { holds } = kind;
      const request = { ageMs, signal: aborting.signal };
      const findOrSend = () =>
        holds && ageMs > holds.afterMs ? holds.findAnswer(change, request) : kind.send(change, request);
      let later: string | null = null;
      // The mutation cache shows a refusal and notices an ended session (query.ts).
      const mutation = client.getMutationCache().build(client, {
        mutationFn: async () => {
          try {
            return { answer: await findOrSend() };
          } catch (error) {
            if (error instanceof ApiError && error.status === 429) later = error.message;
            if (isTransient(error)) return null;
            throw error;
          }
        },
        retry: false,
        meta: kind.meta,
      });
      try {
        const result = await mutation.execute(undefined);
        if (!result || isClosed()) return { isAnswered: false, later };
        if (result.answer === null && holds) return { isAnswered: true, held: { because: 'old' } };
        kind.applyAnswer(client, change, result.answer);
        waitingForAnswer.get(id)?.(result.answer);
        return { isAnswered: true };
      } catch (error) {
        if (isSignedOut(error)) return { isAnswered: false };
        waitingForAnswer.get(id)?.(null);
        if (!holds || !(error instanceof ApiError)) return { isAnswered: true };
        return { isAnswered: true, held: { because: 'refused', code: error.code, reason: error.message } };
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

    /** Sends a queue until it is empty, a change is held or an attempt gets no answer. */
    async function sendInOrder(queue: string): Promise<void> {
      const next = async () => (await read()).find((entry) => queueOf(entry) === queue);
      for (let entry = await next(); entry && !isClosed(); entry = await next()) {
        if (entry.held) return;
        const { id } = entry;
        const startedAt = Date.now();
        const { isAnswered, held, later } = await attempt(entry);
        const isDone = isAnswered && !held;
        const endedAt = Date.now();
        // The server dates a change by its age, back from its arrival. One that was made during this attempt counts from
        // the attempt's end: dated before the arrival of the one it follows, it would be dropped as the older one.
        const isMadeMeanwhile = (other: OutboxEntry) =>
          other.id !== id && queueOf(other) === queue && other.at >= startedAt;
        await write((stored) =>
          stored
            .filter((other) => !isDone || other.id !== id)
            .map((other) => (isMadeMeanwhile(other) ? { ...other, at: endedAt } : other))
            .map((other) => (held && other.id === id ? { ...other, held } : other)),
        );
        setStuck(queue, isAnswered ? undefined : (later ?? null));
        if (!isAnswered) {
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

    async function retryAll(): Promise<void> {
      for (const queue of queues(await read())) void send(queue);
    }

    return {
      account,
      retry: retryAll,
      edit: async (ids: readonly string[], change: Edit) => {
        setState({ entries: edited(state.entries, ids, change) });
        await edit(ids, change);
        await retryAll();
      },
      /** Another tab has changed something. It sends its own changes, but may be closed before it has. */
      follow: async () => {
        for (const queue of queues(await read())) retryLater(queue);
      },
      submit: async (
        kind: OutboxKind<unknown, unknown>,
        subject: string,
        change: unknown,
        onStored?: () => void,
      ): Promise<unknown> => {
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
        onStored?.();
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
    submit: async <Change, Answer>(
      kind: OutboxKind<Change, Answer>,
      subject: string,
      change: Change,
      onStored?: () => void,
    ) => {
      if (!session) throw new Error('The outbox is not open.');
      return (await session.submit(kind as OutboxKind<unknown, unknown>, subject, change, onStored)) as Answer | null;
    },
    retry,
    release: async (ids, change = (held) => held) =>
      session?.edit(ids, ({ held: _held, ...entry }) => ({ ...entry, change: change(entry.change), at: Date.now() })),
    remove: async (ids) => session?.edit(ids, () => null),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return outbox;
}
