import { focusManager, onlineManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { inTime } from '../device/in-time.ts';
import { newId } from '../device/new-id.ts';
import { noteUnkept } from '../device/unkept.ts';
import type { AccountOutbox, AccountOptions } from './account-outbox.ts';
import type { AnyKind, OutboxKind, SubmittedBy } from './kind.ts';
import type { Outcome } from './outcomes.ts';
import { withNew } from './queue.ts';
import type { Held, OutboxEntry } from './queue.ts';
import { madeNow } from './request.ts';
import { nothingWaits } from './state.ts';
import type { OutboxState } from './state.ts';

/**
 * The outbox: changes that a person makes with or without signal. Each is stored on the device before it is sent, shows at
 * once beside what the server has answered (as in latest-changes.ts), and leaves the outbox only after an answer.
 *
 * Changes of one kind and subject (a stall, a conversation) are a queue: one request at a time, in their order. A change without an
 * answer is tried again later (sender.ts), when the network or the page is back, and at the next start. A queue belongs
 * to one account and is sent by one tab at a time. A change that the server refuses is dropped, or, of a kind that holds
 * changes, keeps its place at the head of its queue until the person has decided about it: no later one overtakes it.
 * The server is first asked about an old change: its answer may have been lost, and then there is nothing to decide.
 */
export type Outbox = {
  /** Declares a kind whose changes, those of earlier pages too, are sent from now on. */
  register: <Change, Answer>(kind: OutboxKind<Change, Answer>) => OutboxKind<Change, Answer>;
  /** A registered kind by its name. */
  kindOf: (name: string) => AnyKind | undefined;
  /** Takes the changes of an account from now on; repeated for the same account it does nothing. */
  open: (account: string, client: QueryClient) => void;
  /** Shows and sends the changes that an earlier page could not, for which it loads the code. The first change does so too. */
  start: () => void;
  /** Stops sending. Stored changes wait until the account is signed in again. */
  close: () => void;
  /** The number of the open account's changes that have not arrived, also of earlier pages; read marks do not count. */
  countUnsent: () => Promise<number>;
  /** Deletes the stored changes of an account that leaves the device. */
  forget: (account: string) => Promise<void>;
  /** Deletes the stored changes of everybody but the account that is signed in. */
  forgetOthers: (account: string) => Promise<void>;
  /**
   * Shows, stores and sends a change. The account must be open.
   * @returns how it has left the outbox, once it has
   */
  submit: <Change, Answer>(
    kind: OutboxKind<Change, Answer>,
    subject: string,
    change: Change,
    form?: SubmittedBy,
  ) => Promise<Outcome<Answer>>;
  /** Sends all waiting changes at once, as there may be a network again. */
  retry: () => void;
  /** Sends held changes again, dated from now; `change` replaces what was to be sent. */
  release: (ids: readonly string[], change?: (held: unknown) => unknown) => Promise<void>;
  /** Holds changes of a kind with `holds` back until they are released. A change whose request is under way may still arrive. */
  hold: (ids: readonly string[], held?: Held) => Promise<void>;
  /** Forgets waiting changes. A change whose request is under way may still arrive. */
  remove: (ids: readonly string[]) => Promise<void>;
  /**
   * Takes a change of a kind with `isTakenBack` back: it is forgotten if no request was made for it. Otherwise it may have arrived, and
   * waits on for its answer as `takenBack` makes it.
   */
  takeBack: <Change>(id: string, takenBack: (change: Change) => Change) => Promise<void>;
  state: () => OutboxState;
  subscribe: (listener: () => void) => () => void;
};

/** The code that stores and sends. */
export type OutboxDevice = {
  openAccount: (options: AccountOptions) => AccountOutbox;
  /** Deletes the stored changes of an account. */
  forget: (account: string) => Promise<unknown>;
  forgetOthers: (account: string) => Promise<unknown>;
};

const untilLeft = (left: AbortSignal) =>
  new Promise<{ type: 'left' }>((resolve) => {
    const tell = () => resolve({ type: 'left' });
    if (left.aborted) tell();
    else left.addEventListener('abort', tell, { once: true });
  });

/** @param loadDevice loads the code that stores and sends; until it is there changes show and wait */
export function createOutbox(loadDevice: () => Promise<OutboxDevice>): Outbox {
  const kinds = new Map<string, AnyKind>();
  const listeners = new Set<() => void>();
  let state = nothingWaits;
  let opened:
    | { account: string; client: QueryClient; closer: AbortController; sending?: Promise<AccountOutbox | undefined> }
    | undefined;

  function setState(next: Partial<OutboxState>): void {
    state = { ...state, ...next };
    const isMissed = state.entries.some(({ kind, isUnkept }) => isUnkept && !kinds.get(kind)?.isQuiet);
    noteUnkept('outbox', isMissed ? keepAgain : undefined);
    for (const listener of listeners) listener();
  }

  /** What stores and sends the open account's changes, from the first use on; undefined when the account was closed meanwhile. */
  async function startAccount(): Promise<AccountOutbox | undefined> {
    if (!opened) return undefined;
    const { account, client, closer } = opened;
    const closing = closer.signal;
    opened.sending ??= loadDevice().then(({ openAccount }) =>
      closing.aborted ? undefined : openAccount({ account, client, kinds, state: () => state, setState, closing }),
    );
    return opened.sending;
  }

  const keepAgain = () => void opened?.sending?.then((sending) => sending?.keepAgain());
  const retry = () => void opened?.sending?.then((sending) => sending?.retry());
  onlineManager.subscribe((isOnline) => {
    // The reason why a change waits depends on the network (whyStuck in state.ts).
    setState({});
    if (isOnline) retry();
  });
  focusManager.subscribe((isFocused) => isFocused && retry());

  const outbox: Outbox = {
    register: (kind) => {
      kinds.set(kind.name, kind as AnyKind);
      retry();
      return kind;
    },
    kindOf: (name) => kinds.get(name),
    open: (account, client) => {
      if (opened?.account === account) return;
      outbox.close();
      opened = { account, client, closer: new AbortController() };
    },
    start: () => {
      if (!opened || opened.sending) return;
      void startAccount();
      retry();
    },
    close: () => {
      opened?.closer.abort();
      opened = undefined;
      setState(nothingWaits);
    },
    countUnsent: async () => (await startAccount())?.countUnsent() ?? 0,
    forget: async (account) => {
      if (opened?.account === account) outbox.close();
      await (await loadDevice()).forget(account);
    },
    forgetOthers: async (account) => {
      if (opened && opened.account !== account) outbox.close();
      await (await loadDevice()).forgetOthers(account);
    },
    submit: async <Change, Answer>(
      kind: OutboxKind<Change, Answer>,
      subject: string,
      change: Change,
      form?: SubmittedBy,
    ) => {
      if (!opened) throw new Error('The outbox is not open.');
      const entry: OutboxEntry = { id: newId(), kind: kind.name, subject, change, ...madeNow() };
      setState({ entries: withNew(state.entries, entry, kind as AnyKind) });
      const starting = startAccount();
      // The code that stores changes may not be loaded yet, and wait for the signal itself.
      void inTime(starting).catch(() => {
        const entries = state.entries.map((one): OutboxEntry =>
          one.id === entry.id ? { ...one, isUnkept: true } : one,
        );
        setState({ entries });
      });
      const sending = await starting;
      if (!sending) return { type: 'closed' };
      const outcome = sending.submit(kind as AnyKind, entry, form) as Promise<Outcome<Answer>>;
      return form?.left ? Promise.race([outcome, untilLeft(form.left)]) : outcome;
    },
    retry,
    release: async (ids, change = (held) => held) => (await startAccount())?.release(ids, change),
    hold: async (ids, held = { because: 'stopped' }) => (await startAccount())?.hold(ids, held),
    remove: async (ids) => (await startAccount())?.remove(ids),
    takeBack: async (id, takenBack) => (await startAccount())?.takeBack(id, takenBack as (change: unknown) => unknown),
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return outbox;
}
