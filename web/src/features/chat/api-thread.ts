import type { CallOutput } from '@lapau/contract/calls';
import type { Message } from '@lapau/contract/chat';
import { limits } from '@lapau/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { fetchQuery } from '../../lib/query/fetch-query.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { chatKey } from './api-unread.ts';
import { detailsQuery, updateDetails } from './api.ts';

/** The part of a conversation that has been fetched, without gaps, in the server's order. */
export type Thread = {
  messages: Message[];
  hasOlder: boolean;
  /** Whether there are newer messages, as the chat was opened at an unread message far from the end. */
  hasNewer: boolean;
  /** The sequence up to which everything between the first and the last message has been received. */
  syncedTo: number;
};

/** The size of the first page: enough for a screen and what is near it, so that the first answer comes soon. */
const newestPage = 26;
const aroundUnread = 34;
/** The messages that are fetched beyond the first unread one, as the person reads those next. */
const pastFirstUnread = 6;
const storedMessages = 200;

/**
 * A conversation's messages. A further fetch gets what has happened since the last one, not everything; a page that was
 * without signal misses nothing.
 */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: [...chatKey, 'thread', id],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>([...chatKey, 'thread', id]);
      return known ? syncThread(client, id, known, signal) : openThread(client, id, signal);
    },
    meta: { failed: null, stored: lastMessages },
  });

/** The part of a thread that the device stores (D83). */
const lastMessages = (thread: Thread): Thread => ({
  ...thread,
  messages: thread.messages.slice(-storedMessages),
  hasOlder: thread.hasOlder || thread.messages.length > storedMessages,
});

const toThread = ({ messages, has_older, has_newer, last_sequence }: CallOutput<'get_messages'>): Thread => ({
  messages,
  hasOlder: has_older,
  hasNewer: has_newer,
  syncedTo: last_sequence,
});

/** Fetches the newest messages, or those around the first unread one where that is further up. */
async function openThread(client: QueryClient, id: string, signal: AbortSignal): Promise<Thread> {
  const [details, newest] = await Promise.all([
    fetchQuery(client, detailsQuery(id)),
    api.get_messages({ conversation_id: id, limit: newestPage }, { signal }),
  ]);
  const firstUnread = details.first_unread_sequence;
  const [oldest] = newest.messages;
  if (firstUnread === null || !newest.has_older || !oldest || firstUnread >= oldest.sequence) return toThread(newest);
  const around = firstUnread + pastFirstUnread;
  return toThread(await api.get_messages({ conversation_id: id, around, limit: aroundUnread }, { signal }));
}

async function syncThread(client: QueryClient, id: string, known: Thread, signal: AbortSignal): Promise<Thread> {
  const added: Message[] = [];
  const deleted: string[] = [];
  let syncedTo = known.syncedTo;
  for (let hasMore = true; hasMore;) {
    const changes = await api.sync_messages({ conversation_id: id, after_sequence: syncedTo }, { signal });
    added.push(...changes.messages);
    deleted.push(...changes.deleted_ids);
    syncedTo = changes.synced_to;
    hasMore = changes.has_more;
    const { read_sequence, other_read_sequence, unread_count } = changes;
    updateDetails(client, id, () => ({ read_sequence, other_read_sequence, unread_count }));
  }
  // Signals may have changed the thread meanwhile.
  const latest = client.getQueryData<Thread>([...chatKey, 'thread', id]) ?? known;
  const merged = latest.hasNewer ? latest : withMessages(latest, added);
  return { ...withoutMessages(merged, new Set(deleted)), syncedTo: Math.max(latest.syncedTo, syncedTo) };
}

/** A thread with more messages, each once, in their order. */
function withMessages(thread: Thread, added: readonly Message[]): Thread {
  const byId = new Map([...thread.messages, ...added].map((message) => [message.id, message]));
  return { ...thread, messages: [...byId.values()].sort((one, other) => one.sequence - other.sequence) };
}

/** A thread without these messages. */
export const withoutMessages = (thread: Thread, ids: ReadonlySet<string>): Thread =>
  ids.size === 0 ? thread : { ...thread, messages: thread.messages.filter(({ id }) => !ids.has(id)) };

/** A thread after something with a sequence has been received. A number left out shows that something else was missed. */
const receivedUpTo = (thread: Thread, sequence: number): Thread =>
  sequence === thread.syncedTo + 1 ? { ...thread, syncedTo: sequence } : thread;

/** Changes a cached thread. @returns the changed thread, or undefined when none is cached */
export const updateThread = (client: QueryClient, id: string, change: (thread: Thread) => Thread): Thread | undefined =>
  client.setQueryData(threadQuery(id).queryKey, (thread) => thread && change(thread));

/** Fetches the missed messages, if any were missed: also those of a thread that is being fetched for the first time. */
function syncIfBehind(client: QueryClient, id: string, thread: Thread | undefined, sequence = 0): void {
  if (!thread) return refresh(client, threadQuery(id).queryKey);
  if (thread.syncedTo >= sequence) return;
  void client.invalidateQueries({ queryKey: threadQuery(id).queryKey, refetchType: 'all' });
}

/** Puts a message into its cached thread: one's own that was answered, or one that a signal has brought. */
export function receiveMessage(client: QueryClient, message: Message): void {
  const { conversation_id: id, sequence } = message;
  const thread = updateThread(client, id, (before) =>
    receivedUpTo(before.hasNewer ? before : withMessages(before, [message]), sequence),
  );
  syncIfBehind(client, id, thread, sequence);
}

/** Takes a deleted message out of its cached thread; `sequence` is the deletion's. */
export function receiveDeletion(client: QueryClient, id: string, messageId: string, sequence: number): void {
  const thread = updateThread(client, id, (before) =>
    receivedUpTo(withoutMessages(before, new Set([messageId])), sequence),
  );
  syncIfBehind(client, id, thread, sequence);
}

/**
 * Takes a signal about a conversation that is not on the screen, so that the device has it when the network goes (D83).
 * @param receive puts the news into the cached thread; a thread that is not cached is fetched
 */
export function followThread(client: QueryClient, id: string, receive: () => void): void {
  const query = threadQuery(id);
  if (client.getQueryData(query.queryKey)) receive();
  // A thread that cannot be fetched without a signal is fetched when it is opened.
  else fetchQuery(client, query).catch(() => undefined);
}

/** Fetches the messages before or after those that are there. */
export async function fetchMore(client: QueryClient, id: string, side: 'older' | 'newer'): Promise<void> {
  const edgeOf = (thread: Thread | undefined) => thread?.messages.at(side === 'older' ? 0 : -1);
  const known = client.getQueryData(threadQuery(id).queryKey);
  const edge = edgeOf(known);
  if (!edge) return;
  const page = await api.get_messages({
    conversation_id: id,
    [side === 'older' ? 'before' : 'after']: edge.sequence,
    limit: limits.messagePage,
  });
  const thread = updateThread(client, id, (before) => {
    // The conversation shows another part by now, or that message is deleted: the page would leave a gap.
    if (edgeOf(before)?.id !== edge.id) return before;
    const merged = withMessages(before, page.messages);
    if (side === 'older') return { ...merged, hasOlder: page.has_older };
    // Messages that came while the last page was fetched count as not received, so that they are fetched next.
    return page.has_newer ? merged : { ...merged, hasNewer: false, syncedTo: page.last_sequence };
  });
  syncIfBehind(client, id, thread, known?.syncedTo);
}

/** Fetches the newest messages instead of those that are there. */
export async function jumpToNewest(client: QueryClient, id: string): Promise<void> {
  const newest = toThread(await api.get_messages({ conversation_id: id, limit: newestPage }));
  const known = client.getQueryData(threadQuery(id).queryKey);
  const thread = updateThread(client, id, () => newest);
  syncIfBehind(client, id, thread, known?.syncedTo);
}
