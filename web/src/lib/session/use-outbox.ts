import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OutboxKind, SubmittedBy } from '../outbox/kind.ts';
import type { Outcome } from '../outbox/outcomes.ts';
import { outbox } from '../outbox/page-outbox.ts';
import { queueOf } from '../outbox/queue.ts';
import type { OutboxEntry } from '../outbox/queue.ts';
import { whyStuck } from '../outbox/state.ts';
import type { OutboxState } from '../outbox/state.ts';
import { useMember } from './session.tsx';

type Queue<Change, Answer> = {
  /** The changes that have no answer yet, in order. */
  changes: readonly Change[];
  /** Whether the first of them waits for the signal. */
  isStuck: boolean;
  /** The reason why it waits, if that is not the signal: the device does not store it, or the server takes it only later. */
  later: string | null;
  submit: (change: Change, form?: SubmittedBy) => Promise<Outcome<Answer>>;
};

/** The outbox of the person who is signed in. */
function useOutboxState(): OutboxState {
  const { user } = useMember();
  const client = useQueryClient();
  useEffect(() => {
    outbox.open(user.id, client);
    outbox.start();
  }, [user.id, client]);
  return useSyncExternalStore(outbox.subscribe, outbox.state, outbox.state);
}

/** The changes of one kind that have no answer yet, of all its subjects. */
export function useOutboxEntries<Change, Answer>({
  name,
}: OutboxKind<Change, Answer>): readonly (OutboxEntry & { change: Change })[] {
  const { entries } = useOutboxState();
  return useMemo(
    () => entries.filter(({ kind }) => kind === name) as (OutboxEntry & { change: Change })[],
    [entries, name],
  );
}

/** Tells of each queue of the person who is signed in why it gets no answer. */
export function useWhyStuck(): (queue: string) => string | null | undefined {
  const state = useOutboxState();
  return (queue) => whyStuck(state, queue);
}

/** The queue of one kind and subject, of the person who is signed in. */
export function useOutbox<Change, Answer>(kind: OutboxKind<Change, Answer>, subject: string): Queue<Change, Answer> {
  const state = useOutboxState();
  return useMemo(() => {
    const queue = queueOf({ kind: kind.name, subject });
    const changes = state.entries.filter((entry) => queueOf(entry) === queue).map(({ change }) => change as Change);
    const why = changes.length > 0 ? whyStuck(state, queue) : undefined;
    return {
      changes,
      isStuck: why !== undefined,
      later: why ?? null,
      submit: (change, form) => outbox.submit(kind, subject, change, form),
    };
  }, [state, kind, subject]);
}
