import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf } from '../../platform/http/address.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSender } from './policy.ts';
import {
  countUnreadMessages,
  findBlockedPeople,
  findChanges,
  findConversations,
  findDetails,
  findMessageOrDeletion,
  findMessages,
} from './queries.ts';
import { setBlock } from './rules-blocks.ts';
import { openConversation } from './rules-open.ts';
import { changeQuickReplies, readQuickReplies } from './rules-replies.ts';
import { deleteMessage, markConversationRead, markMessageRead, sendMessage } from './rules.ts';

type ChatCalls =
  | 'get_user_conversations'
  | 'get_conversation_details'
  | 'get_messages'
  | 'sync_messages'
  | 'send_message'
  | 'get_own_message'
  | 'mark_conversation_read'
  | 'mark_message_read'
  | 'delete_message'
  | 'open_conversation'
  | 'set_block'
  | 'get_blocked_people'
  | 'get_quick_replies'
  | 'set_quick_replies'
  | 'get_unread_messages';

/** How many messages and deletions one answer of sync_messages holds. */
const changesPerAnswer = 100;

/** @param handedIn.publishGoneReports as deleteMessage takes it */
export const chatCalls = (
  { database, transaction, config, storedLimits }: Platform,
  { publishGoneReports }: { publishGoneReports: Parameters<typeof deleteMessage>[3] },
): Handlers<ChatCalls> => ({
  get_user_conversations: ({ input, actor }) => findConversations(database, actor.id, input),
  get_conversation_details: async ({ input, actor }) =>
    found(await findDetails(database, actor.id, input.p_conversation_id)),
  get_messages: async ({ input, actor }) => found(await findMessages(database, actor.id, input)),
  sync_messages: async ({ input, actor }) => found(await findChanges(database, actor.id, input, changesPerAnswer)),
  send_message: async ({ input, actor, http }) => {
    const limits = { free: config.limits.unanswered, stored: storedLimits, addressGroup: addressGroupOf(http.request) };
    return [await transaction((tx) => sendMessage(tx, actor, input, limits))];
  },
  get_own_message: async ({ input, actor }) => {
    const { message, is_deleted } = await findMessageOrDeletion(database, actor.id, input.message_id);
    return { message: message && isSender(actor, message) ? message : null, is_deleted };
  },
  mark_conversation_read: ({ input, actor }) => transaction((tx) => markConversationRead(tx, actor, input)),
  mark_message_read: ({ input, actor }) => transaction((tx) => markMessageRead(tx, actor, input.message_id)),
  delete_message: async ({ input, actor }) => ({
    deleted: await transaction((tx) => deleteMessage(tx, actor, input.message_id, publishGoneReports)),
  }),
  open_conversation: ({ input, actor }) => transaction((tx) => openConversation(tx, actor, input.recipient_id)),
  set_block: async ({ input, actor }) => {
    await transaction((tx) => setBlock(tx, actor, input.person_id, input.blocked));
    return { blocked: input.blocked };
  },
  get_blocked_people: ({ input, actor }) => findBlockedPeople(database, actor.id, input),
  get_quick_replies: ({ actor }) => readQuickReplies(database.db, actor),
  set_quick_replies: ({ input, actor }) => transaction((tx) => changeQuickReplies(tx, actor, input)),
  get_unread_messages: async ({ actor }) => ({ unread: await countUnreadMessages(database, actor.id) }),
});

/** The answer is the same for a missing conversation and for one of other people. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('conversation_not_found');
  return value;
}
