import type { CallOutput } from '@lapau/contract/calls';
import type { Conversation, Message } from '@lapau/contract/chat';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { freshForMs } from '../../lib/query/fresh-for.ts';
import { firstPageOf, keysetPages, nextAfter } from '../../lib/query/keyset.ts';
import { postKey } from '../../lib/query/post-cache.ts';
import { chatKey } from './api-unread.ts';

/** Shown for a person whose account is deleted or suspended. */
export const unknownPerson = 'Pengguna Tidak Dikenal';

/** One's conversations, the last active first. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: [...chatKey, 'list'],
  ...keysetPages(
    (page, request) => api.get_user_conversations(page, request),
    (rows) => nextAfter(rows.map(({ id, active_at }) => ({ id, created_at: active_at }))),
  ),
  meta: { failed: 'Gagal memuat pesan.', stored: firstPageOf },
});

/** The key prefix of `detailsQuery`. */
export const detailsKey = [...chatKey, 'details'] as const;

/** A conversation's other person, whether one can write to them, and how far both have read. */
export const detailsQuery = (id: string) =>
  queryOptions({
    queryKey: [...detailsKey, id],
    queryFn: ({ signal }) => api.get_conversation_details({ p_conversation_id: id }, { signal }),
    // The chat's screen shows the error itself.
    meta: { failed: null, stored: true },
  });

/** The conversation with a person, which is opened if there is none yet; repeating it changes nothing. */
export const openConversationQuery = (recipientId: string) =>
  queryOptions({
    queryKey: [...chatKey, 'with', recipientId],
    queryFn: () => api.open_conversation({ recipient_id: recipientId }),
    staleTime: Infinity,
    meta: { failed: null },
  });

/** The dish that a message is going to ask about. */
export const askedPostQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: ({ signal }) => api.get_post_details({ p_post_id: id }, { signal }),
    staleTime: freshForMs,
    meta: { failed: null },
  });

export type Details = CallOutput<'get_conversation_details'>;

/** Changes what is cached of a conversation's other person and read marks. */
export function updateDetails(client: QueryClient, id: string, change: (details: Details) => Partial<Details>): void {
  client.setQueryData(detailsQuery(id).queryKey, (details) => details && { ...details, ...change(details) });
}

type ConversationList = InfiniteData<Conversation[]>;

/** Changes a conversation's row in the cached list. @returns whether it has one */
export function updateRow(
  client: QueryClient,
  id: string,
  change: (row: Conversation) => Partial<Conversation>,
): boolean {
  const list = client.getQueryData(conversationsQuery.queryKey);
  if (!list?.pages.some((page) => page.some((row) => row.id === id))) return false;
  const changed = (rows: Conversation[]) => rows.map((row) => (row.id === id ? { ...row, ...change(row) } : row));
  client.setQueryData(conversationsQuery.queryKey, { ...list, pages: list.pages.map(changed) });
  return true;
}

/** The changes that a new message makes to the row of its conversation, unless the row has a newer one already. */
export function afterMessage(row: Conversation, message: Message): Partial<Conversation> {
  const { content, created_at, sender_id, is_read } = message;
  if (row.last_message_sent_at !== null && Date.parse(created_at) < Date.parse(row.last_message_sent_at)) return {};
  return {
    last_message_content: content.slice(0, 200),
    last_message_sent_at: created_at,
    last_message_sender_id: sender_id,
    last_message_is_read: is_read,
    active_at: created_at,
  };
}

/** The list's rows, the last active first, each once: a row that became active may be on two pages. */
export function conversationRows(list: ConversationList): Conversation[] {
  const rows = new Map<string, Conversation>();
  for (const row of list.pages.flat()) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()].sort(
    (one, other) => Date.parse(other.active_at) - Date.parse(one.active_at) || (one.id < other.id ? 1 : -1),
  );
}
