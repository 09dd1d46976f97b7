import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePendingChange, usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { retryTransient } from '../../../lib/query/query.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutbox, useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { markRead, messageDeletions, readings } from '../api-actions.ts';
import { outgoingMessages } from '../api-sending.ts';
import { fetchMore, jumpToNewest } from '../api-thread.ts';
import type { Thread } from '../api-thread.ts';
import type { Details } from '../api.ts';
import { notArrived, threadRows } from './thread-rows.ts';
import type { Outgoing, ThreadRow } from './thread-rows.ts';

type OpenThread = {
  rows: readonly ThreadRow[];
  thread: Thread;
  outgoing: readonly Outgoing[];
  unreadBelow: number;
  onNearEdge: (side: 'older' | 'newer') => void;
  isLoadingOlder: boolean;
  /** Fetches the older or newer messages that could not be fetched; undefined when there was no failure. */
  retryLoading: (() => void) | undefined;
  onSeen: (sequence: number) => void;
  onJumpToNewest: () => Promise<void>;
};

/** An open conversation, as its list shows it. */
export function useThread(details: Details, thread: Thread): OpenThread {
  const { id } = details;
  const client = useQueryClient();
  const { user } = useMember();
  const deletions = usePendingChanges(messageDeletions);
  const reading = usePendingChange(readings, id);
  const { isStuck, later } = useOutbox(outgoingMessages, id);
  const entries = useOutboxEntries(outgoingMessages);
  const unanswered = useMemo(() => entries.filter(({ subject }) => subject === id), [entries, id]);
  const outgoing = useMemo(() => notArrived(unanswered, thread.messages), [unanswered, thread]);
  useEffect(() => {
    const arrived = unanswered.filter((entry) => entry.held && !outgoing.includes(entry));
    if (arrived.length > 0) void outbox.remove(arrived.map((entry) => entry.id));
  }, [unanswered, outgoing]);
  // The line stays for as long as the chat is open.
  const [firstUnread] = useState(details.first_unread_sequence);

  const rows = useMemo(
    () =>
      threadRows({
        messages: thread.messages,
        hasOlder: thread.hasOlder,
        outgoing,
        isStuck,
        isLater: later !== null,
        deletedIds: new Set(deletions.keys()),
        userId: user.id,
        otherReadSequence: details.other_read_sequence,
        firstUnread,
      }),
    [thread, outgoing, isStuck, later, deletions, user.id, details.other_read_sequence, firstUnread],
  );

  const readSequence = Math.max(details.read_sequence, reading?.on ?? 0);
  const unreadUpTo = (sequence: number): number =>
    thread.messages.filter(
      (message) => message.sender_id !== user.id && message.sequence > readSequence && message.sequence <= sequence,
    ).length;
  const unread = reading?.left ?? details.unread_count;

  const older = useMutation({
    mutationFn: () => fetchMore(client, id, 'older'),
    retry: retryTransient,
    meta: { failed: null },
  });
  const newer = useMutation({
    mutationFn: () => fetchMore(client, id, 'newer'),
    retry: retryTransient,
    meta: { failed: null },
  });
  const failedPages = [...(thread.hasOlder ? [older] : []), ...(thread.hasNewer ? [newer] : [])].filter(
    ({ isError }) => isError,
  );
  const jump = useMutation({ mutationFn: () => jumpToNewest(client, id), meta: { failed: 'Gagal memuat pesan.' } });

  return {
    rows,
    thread,
    outgoing,
    unreadBelow: thread.hasNewer ? unread : unreadUpTo(Infinity),
    onNearEdge: (side) => {
      if (side === 'older' && thread.hasOlder && older.isIdle) older.mutate(undefined, { onSuccess: older.reset });
      if (side === 'newer' && thread.hasNewer && newer.isIdle) newer.mutate(undefined, { onSuccess: newer.reset });
    },
    isLoadingOlder: older.isPending,
    retryLoading:
      failedPages.length === 0
        ? undefined
        : () => failedPages.forEach(({ mutate, reset }) => mutate(undefined, { onSuccess: reset })),
    onSeen: (sequence) => {
      const seen = unreadUpTo(sequence);
      if (seen > 0) markRead(client, id, sequence, Math.max(0, unread - seen));
    },
    onJumpToNewest: useCallback(() => jump.mutateAsync().catch(() => undefined), [jump]),
  };
}
