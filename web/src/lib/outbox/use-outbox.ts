import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useMember } from '../session.tsx';
import type { OutboxKind } from './kind.ts';
import type { Outcome } from './outcomes.ts';
import { outbox } from './page-outbox.ts';
import { queueOf } from './queue.ts';
import type { OutboxEntry } from './queue.ts';
import type { OutboxState } from './state.ts';

type Queue<Change, Answer> = {
  /** What has no answer yet, in order. */
  changes: readonly Change[];
  /** The first of them waits for the signal. */
  isStuck: boolean;
  /** Why the server takes it only later, if it has said so. */
  later: string | null;
  submit: (change: Change, onStored?: () => void) => Promise<Outcome<Answer>>;
};

/** The outbox of the person who is signed in. */
function useOutboxState(): OutboxState {
  const { user } = useMember();
  const client = useQueryClient();
  useEffect(() => {
    outbox.open(user.id, client);
    outbox.start();
  }, [user.id, client]);
  return useSyncExternalStore(outbox.subscribe, outbox.state);
}

/** Changes of one kind that have no answer yet, of all its subjects. */
export function useOutboxEntries<Change, Answer>({
  name,
}: OutboxKind<Change, Answer>): readonly (OutboxEntry & { change: Change })[] {
  const { entries } = useOutboxState();
  return useMemo(
    () => entries.filter(({ kind }) => kind === name) as (OutboxEntry & { change: Change })[],
    [entries, name],
  );
}

/** Queues that get no answer, with why the server takes them only later, if it has said so. */
export const useStuck = (): OutboxState['stuck'] => useOutboxState().stuck;

/** The queue of one kind and subject, of the person who is signed in. */
export function useOutbox<Change, Answer>(kind: OutboxKind<Change, Answer>, subject: string): Queue<Change, Answer> {
  const { entries, stuck } = useOutboxState();
  return useMemo(() => {
    const queue = queueOf({ kind: kind.name, subject });
    const changes = entries.filter((entry) => queueOf(entry) === queue).map(({ change }) => change as Change);
    return {
      changes,
      isStuck: changes.length > 0 && stuck.has(queue),
      later: (changes.length > 0 && stuck.get(queue)) || null,
      submit: (change, onStored) => outbox.submit(kind, subject, change, onStored),
    };
  }, [entries, stuck, kind, subject]);
}
