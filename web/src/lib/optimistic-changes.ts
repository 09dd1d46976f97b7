import { notifyManager } from '@tanstack/react-query';
import type { MutationMeta, MutationOptions, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * Optimistic changes: what a person does shows at once, before the server has confirmed it.
 *
 * The query cache contains only what the server has answered. A change that is not confirmed yet is pending beside it, and
 * a pure function of the feature applies the pending changes to what is cached whenever it is shown. A refetch that
 * overlaps with a change therefore never shows the old state, and undoing a change is forgetting it.
 *
 * - Toggle (a like): `likeOf(post, usePendingChange(likes, post.id)?.on)`.
 * - Removal from a list (a saved post, all notifications): `savedPosts(list, usePendingChanges(saves))` leaves out what is
 *   to be removed.
 * - Sending (a comment): the change has a client-made id and all that is needed to show it; `onError` puts what was typed
 *   back into the input.
 *
 * A change stays pending until its answer, once written into the cache, has been rendered. For that moment both are there:
 * applying a change to data that already has it must change nothing.
 */
type OptimisticChange = {
  /** What is changed; one request at a time runs for each id. */
  id: string;
  /** Of a toggle: the wanted state. Of a pointer: where it is to be. */
  on?: boolean | number;
};

type Options<Change, Answer> = {
  /** Makes the request. A repeat must not change anything. */
  send: (change: Change) => Promise<Answer>;
  /** Writes the answer into the cache. */
  applyAnswer: (client: QueryClient, change: Change, answer: Answer) => void;
  /** Called when a change has failed for good and is no longer pending. */
  onError?: (change: Change, error: Error) => void;
  /** Called after the last answer of an id and after its failure: the place for a refetch. */
  onSettled?: (client: QueryClient, id: string) => void;
  retry?: MutationOptions['retry'];
};

type OptimisticChanges<Change> = {
  /**
   * Shows a change and sends it. While a request for the same id is running, later changes replace each other, and the
   * last one is sent if it wants another state than that request.
   * @param meta the texts shown when it fails
   */
  submit: (client: QueryClient, change: Change, meta?: MutationMeta) => void;
  /** What is not confirmed yet, by id, in the order of submission. */
  pending: () => ReadonlyMap<string, Change>;
  subscribe: (listener: () => void) => () => void;
};

export function createOptimisticChanges<Change extends OptimisticChange, Answer>({
  send,
  applyAnswer,
  onError,
  onSettled,
  retry,
}: Options<Change, Answer>): OptimisticChanges<Change> {
  let pending: ReadonlyMap<string, Change> = new Map();
  const inFlight = new Set<string>();
  const listeners = new Set<() => void>();

  function setPending(id: string, change: Change | null): void {
    const next = new Map(pending);
    if (change) next.set(id, change);
    else next.delete(id);
    pending = next;
    for (const listener of listeners) listener();
  }

  async function sendLatest(client: QueryClient, id: string): Promise<void> {
    let sent: Change | undefined;
    for (let change = pending.get(id); change && (!sent || change.on !== sent.on); change = pending.get(id)) {
      sent = change;
      applyAnswer(client, change, await send(change));
    }
    // Before anything else can run: a change submitted from here on needs a request of its own.
    inFlight.delete(id);
    // React Query renders what was written into the cache in a later task; without the wait the old state would flash.
    notifyManager.schedule(() => {
      if (!inFlight.has(id)) setPending(id, null);
    });
    onSettled?.(client, id);
  }

  function fail(client: QueryClient, id: string, error: Error): void {
    const change = pending.get(id);
    inFlight.delete(id);
    setPending(id, null);
    if (change) onError?.(change, error);
    onSettled?.(client, id);
  }

  return {
    submit(client, change, meta) {
      const { id } = change;
      setPending(id, change);
      if (inFlight.has(id)) return;
      inFlight.add(id);
      const mutation = client.getMutationCache().build(client, {
        mutationFn: () => sendLatest(client, id),
        onError: (error) => fail(client, id, error),
        retry,
        meta,
      });
      // The mutation cache shows the error.
      mutation.execute(undefined).catch(() => undefined);
    },
    pending: () => pending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The pending change of one id, or undefined. */
export const usePendingChange = <Change>(
  { subscribe, pending }: OptimisticChanges<Change>,
  id: string,
): Change | undefined => useSyncExternalStore(subscribe, () => pending().get(id));

/** All pending changes by id, in the order of submission. */
export const usePendingChanges = <Change>({
  subscribe,
  pending,
}: OptimisticChanges<Change>): ReadonlyMap<string, Change> => useSyncExternalStore(subscribe, pending);
