import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createOutboxStorage } from './outbox-storage.ts';
import { createOutbox, queueOf } from './outbox.ts';
import type { OutboxKind } from './outbox.ts';
import { useMember } from './session.tsx';

/** The page's outbox. */
export const outbox = createOutbox({
  storage: createOutboxStorage(),
  // Browsers have locks on https and localhost only; elsewhere two open tabs may send the same change twice, which is harmless.
  lock: (name, task) => ('locks' in navigator ? navigator.locks.request(name, task) : task()),
});

type Queue<Change, Answer> = {
  /** What has no answer yet, in order. */
  changes: readonly Change[];
  /** The first of them waits for the signal. */
  isStuck: boolean;
  submit: (change: Change) => Promise<Answer | null>;
};

/** The queue of one kind and subject, of the person who is signed in. */
export function useOutbox<Change, Answer>(kind: OutboxKind<Change, Answer>, subject: string): Queue<Change, Answer> {
  const { user } = useMember();
  const client = useQueryClient();
  useEffect(() => outbox.open(user.id, client), [user.id, client]);
  const { entries, stuck } = useSyncExternalStore(outbox.subscribe, outbox.state);
  return useMemo(() => {
    const queue = queueOf({ kind: kind.name, subject });
    const changes = entries.filter((entry) => queueOf(entry) === queue).map(({ change }) => change as Change);
    return {
      changes,
      isStuck: changes.length > 0 && stuck.has(queue),
      submit: (change) => outbox.submit(kind, subject, change),
    };
  }, [entries, stuck, kind, subject]);
}
