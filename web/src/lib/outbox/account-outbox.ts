import { focusManager, notifyManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { attempt } from './attempt.ts';
import type { AnyKind, SubmittedBy } from './kind.ts';
import { createOutcomes } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { isAside, queueOf, withNew } from './queue.ts';
import type { Entries, Held, OutboxEntry } from './queue.ts';
import { isSent, madeNow } from './request.ts';
import { createSender } from './sender.ts';
import type { OutboxState } from './state.ts';
import type { OutboxStorage } from './storage.ts';
import { afterAttempt, edited, isTooOld, markTried, withRequest } from './stored-queue.ts';
import type { Edit } from './stored-queue.ts';
import type { OutboxTabs } from './tabs.ts';

/** The options that a page's outbox gives to that of one account. */
export type AccountOptions = {
  account: string;
  client: QueryClient;
  kinds: ReadonlyMap<string, AnyKind>;
  state: () => OutboxState;
  setState: (next: Partial<OutboxState>) => void;
  /** Ends the sending. */
  closing: AbortSignal;
};

export type AccountOutbox = {
  /** Sends all waiting changes at once. */
  retry: () => Promise<void>;
  /** Stores and sends a change that shows already. @returns how it has left the outbox, once it has */
  submit: (kind: AnyKind, entry: OutboxEntry, form?: SubmittedBy) => Promise<Outcome<unknown>>;
  countUnsent: () => Promise<number>;
  /** Tries again to store the changes that the device did not take. */
  keepAgain: () => Promise<unknown>;
  release: (ids: readonly string[], change: (held: unknown) => unknown) => Promise<void>;
  hold: (ids: readonly string[], held: Held) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
  takeBack: (id: string, takenBack: (change: unknown) => unknown) => Promise<void>;
};

type AccountDevice = {
  storage: OutboxStorage;
  tabs: OutboxTabs;
  /** Has the service worker send a change that has to wait, once there is signal, if no page does. */
  wakeWorker: () => void;
};

/** Stores and sends the changes of one account until it is closed. Its code is not part of the first load. */
export const createOpenAccount =
  ({ storage, tabs, wakeWorker }: AccountDevice) =>
  ({ account, client, kinds, state, setState, closing }: AccountOptions): AccountOutbox => {
    const outcomes = createOutcomes();
    /** Counts changes of the storage. A read that began before the latest change is outdated and must not be shown. */
    let version = 0;

    function setStuck(queue: string, why: string | null | undefined): void {
      if (closing.aborted || state().stuck.get(queue) === why) return;
      if (why !== undefined) wakeWorker();
      const stuck = new Map(state().stuck);
      if (why === undefined) stuck.delete(queue);
      else stuck.set(queue, why);
      setState({ stuck });
    }

    /** Tells by the id of a change when its form has been left. */
    const forms = new Map<string, AbortSignal>();
    /** Listeners by the id of their change; each is called once its change is on the device. */
    const unstored = new Map<string, () => void>();
    function tellStored(id: string): void {
      const tell = unstored.get(id);
      unstored.delete(id);
      tell?.();
    }

    function show(entries: Entries, readAt: number): void {
      for (const { id, isUnkept } of entries) if (!isUnkept) tellStored(id);
      // React Query renders what was written into the cache in a later task; without the wait the old state would flash.
      notifyManager.schedule(() => {
        if (closing.aborted || readAt !== version) return;
        const queues = new Set(entries.map(queueOf));
        // Queues that another tab has sent are not stuck here any more.
        setState({ entries, stuck: new Map([...state().stuck].filter(([queue]) => queues.has(queue))) });
        outcomes.settle(entries);
      });
    }

    async function write(change: (stored: Entries) => Entries): Promise<Entries> {
      version += 1;
      const ownVersion = version;
      const withRequests = (entry: OutboxEntry) => withRequest(entry, kinds.get(entry.kind));
      const mayBeStored = ({ kind, change: made }: OutboxEntry) => kinds.get(kind)?.mayBeStored?.(made) ?? true;
      const entries = await storage.update(account, (before) => change(before).map(withRequests), mayBeStored);
      tabs.announce(account);
      show(entries, ownVersion);
      return entries;
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
        const head = (await read()).find((entry) => queueOf(entry) === queue && !isAside(entry));
        return head?.held ? undefined : head;
      },
      attempt: async (entry) => {
        const kind = kinds.get(entry.kind);
        if (!kind) return { isAnswered: false };
        // It was taken back while it was tried without a network.
        if (!entry.isTried && kind.isTakenBack?.(entry.change)) return { isAnswered: true };
        // The mark is stored before the request: from now on the change may have arrived.
        if ((kind.cancels || kind.isTakenBack) && !entry.isTried) {
          const stored = await write((before) => markTried(before, entry.id));
          // The person has taken the change back at this moment, so that nothing is sent.
          if (!stored.some(({ id }) => id === entry.id)) return { isAnswered: true };
        }
        const result = await attempt(kind, entry, {
          client,
          account,
          closing,
          isAwaited: () => forms.get(entry.id)?.aborted === false,
          onSlow: () => setStuck(queueOf(entry), null),
        });
        return { ...result, hasNotLeft: result.hasNotLeft && !entry.isTried };
      },
      store: async (entry, result, startedAt) => {
        // After the account has left the device nothing may be stored again; changes without an answer are sent again.
        if (closing.aborted) return;
        const { isAnswered, sent, returned } = result;
        if (returned) outcomes.end(entry.id, { type: 'returned', error: returned });
        else if (isAnswered) outcomes.note(entry.id, sent ? { type: 'sent', ...sent } : { type: 'refused' });
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
      setState({ entries: edited(state().entries, ids, change) });
      await write((stored) => edited(stored, ids, change));
      await retry();
    }

    // Another tab has changed something. It sends its own changes, but may be closed before it has done so.
    const follow = async () => {
      for (const queue of queues(await read())) sender.sendLater(queue);
    };
    const unsubscribe = tabs.subscribe((changed) => changed === account && void follow());
    const ignoreStorage = storage.subscribe(() => void read());
    // The page may be closed, or stopped, before it has sent all waiting changes.
    const ignoreFocus = focusManager.subscribe(
      (isFocused) => isFocused || state().entries.length === 0 || wakeWorker(),
    );
    closing.addEventListener('abort', () => {
      unsubscribe();
      ignoreStorage();
      ignoreFocus();
      outcomes.close();
    });

    return {
      retry,
      keepAgain: () => (storage.isAnswering(account) ? write((before) => before) : read()),
      countUnsent: async () =>
        (await read()).filter(({ kind, response }) => !kinds.get(kind)?.isQuiet && !isSent(response)).length,
      submit: async (kind, entry, { onStored, left } = {}) => {
        const outcome = outcomes.of(entry.id);
        if (onStored) unstored.set(entry.id, onStored);
        if (left) forms.set(entry.id, left);
        await write((stored) => {
          const entries = withNew(stored, entry, kind);
          const kept = new Set(entries.map(({ id }) => id));
          for (const { id } of stored) if (!kept.has(id)) outcomes.note(id, { type: 'superseded' });
          return entries;
        });
        void outcome.then(({ type }) => {
          forms.delete(entry.id);
          if (type !== 'closed') tellStored(entry.id);
        });
        void sender.send(queueOf(entry));
        return outcome;
      },
      release: (ids, change) =>
        edit(ids, ({ held: _held, ...entry }) => ({ ...entry, change: change(entry.change), ...madeNow() })),
      hold: (ids, held) => edit(ids, (entry) => ({ ...entry, held })),
      remove: (ids) => {
        for (const id of ids) outcomes.note(id, { type: 'removed' });
        return edit(ids, () => null);
      },
      takeBack: (id, takenBack) => {
        outcomes.note(id, { type: 'removed' });
        return edit([id], (entry) => (entry.isTried ? { ...entry, change: takenBack(entry.change) } : null));
      },
    };
  };
