import { notifyManager } from '@tanstack/react-query';
import type { MutationMeta, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** What a person wants of a subject and the server has not confirmed yet. */
export interface PendingValue<Subject> {
  subject: Subject;
  on: boolean;
}

interface SwitchOptions<Subject, Answer> {
  /** Asks the server for a state. Asking twice changes nothing (D28). */
  send: (id: string, on: boolean) => Promise<Answer>;
  /** Puts what the server has answered into the cache. */
  keep: (client: QueryClient, subject: Subject, answer: Answer) => void;
  /** Once nothing more is wanted of the subject, confirmed or failed. */
  settle: (client: QueryClient, id: string) => void;
}

/** Something a person switches on and off on many things, such as their likes. */
export interface Switch<Subject> {
  /**
   * Wants a state: it shows at once. One request at a time runs for each subject, and taps meanwhile come down to the
   * last wanted state. After a failure the wish is gone, so that what is cached shows again.
   */
  turn: (client: QueryClient, subject: Subject, on: boolean, meta: MutationMeta) => void;
  wishes: () => ReadonlyMap<string, PendingValue<Subject>>;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Wishes lie beside the cache, not in it: a list that is fetched meanwhile, before or after the server has heard of the
 * wish, shows the same.
 */
export function createOptimisticToggle<Subject extends { id: string }, Answer>({
  send,
  keep,
  settle,
}: SwitchOptions<Subject, Answer>): Switch<Subject> {
  let wishes: ReadonlyMap<string, PendingValue<Subject>> = new Map();
  const running = new Set<string>();
  const listeners = new Set<() => void>();

  function put(id: string, wish: PendingValue<Subject> | null): void {
    const next = new Map(wishes);
    if (wish) next.set(id, wish);
    else next.delete(id);
    wishes = next;
    for (const listener of listeners) listener();
  }

  async function bring(client: QueryClient, id: string): Promise<void> {
    try {
      for (let wish = wishes.get(id), sent: boolean | undefined; wish && wish.on !== sent; wish = wishes.get(id)) {
        sent = wish.on;
        keep(client, wish.subject, await send(id, sent));
      }
    } finally {
      running.delete(id);
      // After what was kept has reached the screen, or the old state would show in between.
      notifyManager.schedule(() => {
        if (!running.has(id)) put(id, null);
      });
      settle(client, id);
    }
  }

  return {
    turn(client, subject, on, meta) {
      const { id } = subject;
      put(id, { subject, on });
      if (running.has(id)) return;
      running.add(id);
      const mutation = client.getMutationCache().build(client, { mutationFn: () => bring(client, id), meta });
      // The cache tells what went wrong.
      mutation.execute(undefined).catch(() => undefined);
    },
    wishes: () => wishes,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What is wanted of one subject, or undefined. */
export const usePendingValue = <Subject>({ subscribe, wishes }: Switch<Subject>, id: string): boolean | undefined =>
  useSyncExternalStore(subscribe, () => wishes().get(id)?.on);

/** Everything that is wanted, in the order of the first taps. */
export const usePendingValues = <Subject>({
  subscribe,
  wishes,
}: Switch<Subject>): ReadonlyMap<string, PendingValue<Subject>> => useSyncExternalStore(subscribe, wishes);
