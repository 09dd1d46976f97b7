import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import type { Message, UnreadCounts } from '@lapau/contract/chat';
import { AppError } from '../../platform/errors/app-error.ts';
import { refuseUnanswered } from '../../platform/limits/unanswered.ts';
import type { WritingLimits } from '../../platform/limits/unanswered.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { closePushesNaming, withdrawMessageNotification } from '../notifications/rules-withdraw.ts';
import { countNotifications, notifyOfMessage } from '../notifications/rules.ts';
import { closeNamingPushes, forgetShown } from '../push/rules.ts';
import { conversationSide, isSender, mayMarkRead, writingRefusal } from './policy.ts';
import type { ConversationSide } from './policy.ts';
import {
  deleteMessageRow,
  findBeforeSending,
  findMessageCounts,
  findStoredMessage,
  lockAskedPost,
  insertMessage,
  lockConversation,
  takeCountsLock,
  lockPeopleShared,
  moveReadPointer,
} from './queries-write.ts';
import { findMessage, findPartners } from './queries.ts';
import { blockedAmong } from './rules-blocks.ts';

/**
 * Sends a message. One that is sent several times is stored once.
 * @param limits.free how many messages one may send without an answer; after these one may send one a minute
 * @throws AppError conversation_not_found; blocked_by_you, message_refused, too_many_unanswered, too_many_messages; id_conflict,
 *   already_deleted
 */
export async function sendMessage(
  tx: Tx,
  actor: Member,
  input: ParsedInput<'send_message'>,
  limits: WritingLimits,
): Promise<Message> {
  const conversation = await lockOwnConversation(tx, actor, input.p_conversation_id);
  // findEarlier() is not used, as one statement asks for all of this, and a message's deletion is a row of its conversation (D72).
  const before = await findBeforeSending(tx.db, actor.id, conversation, input.id);
  if (before.stored) {
    if (!isSameMessage(before.stored, actor, conversation, input)) throw new AppError('id_conflict');
    return findOwnMessage(tx, actor, input.id);
  }
  if (before.is_deleted) throw new AppError('already_deleted');
  const recipient = conversation.other_id;
  const refusal = writingRefusal(before.writing, recipient);
  if (refusal || recipient === null) throw new AppError(refusal ?? 'message_refused');
  refuseUnanswered(before, limits.free);

  const asked = input.post_id === undefined ? undefined : await lockAskedPost(tx.db, input.post_id);
  const id = await insertMessage(tx.db, {
    id: input.id,
    conversation_id: conversation.id,
    sender_id: actor.id,
    content: input.p_content,
    post: asked?.visible ? asked : undefined,
  });
  const message = await findOwnMessage(tx, actor, id);
  await takeCountsLock(tx.db, recipient);
  const hasAnswered = before.unanswered < conversation.last_sequence;
  if (!hasAnswered) await takeFirstMessage(tx, actor, recipient, before.unanswered + 1, limits);
  const notifications = await notifyOfMessage(tx, {
    id,
    conversationId: conversation.id,
    senderId: actor.id,
    recipient,
  });
  const counts = { ...(await findMessageCounts(tx.db, recipient, conversation.id)), notifications };
  tx.signal(`user:${recipient}`, { type: 'message_added', message, counts });
  tx.signal(`user:${actor.id}`, { type: 'message_added', message });
  return message;
}

/** Counts the n-th unanswered message as n points of the limits that all senders to one person share, by address and in all. */
const takeFirstMessage = (
  tx: Tx,
  actor: Member,
  recipient: string,
  points: number,
  { stored, addressGroup }: WritingLimits,
): Promise<void> =>
  stored.take(tx.db, 'too_many_messages', [
    { limit: 'firstMessagesByMember', of: [actor.id] },
    { limit: 'firstMessagesByRecipient', of: [recipient], points },
    { limit: 'firstMessagesByRecipientAndAddress', of: [recipient, addressGroup], points },
  ]);

type Stored = NonNullable<Awaited<ReturnType<typeof findBeforeSending>>['stored']>;

/** Whether a message is sent again. A stored message without a card is the same, as the card of a gone post was left out. */
function isSameMessage(
  stored: Stored,
  actor: Member,
  conversation: ConversationSide,
  input: ParsedInput<'send_message'>,
): boolean {
  const hasSamePost =
    stored.post_food_name === null ||
    (input.post_id !== undefined && (stored.post_id ?? input.post_id) === input.post_id);
  return (
    stored.conversation_id === conversation.id &&
    isSender(actor, stored) &&
    stored.content === input.p_content &&
    hasSamePost
  );
}

async function findOwnMessage(tx: Tx, actor: Member, id: string | undefined): Promise<Message> {
  const message = id && (await findMessage(tx.db, actor.id, id));
  if (!message) throw new Error('a message vanished inside its own transaction');
  return message;
}

/**
 * Deletes one's own message for both. During a block the other person is not told: it is gone when they look again (D74).
 * @param publishGoneReports tells the admins' open lists that what was reported is about to be gone
 * @returns whether there was a message that the actor may know of
 * @throws AppError message_forbidden
 */
export async function deleteMessage(
  tx: Tx,
  actor: Member,
  messageId: string,
  publishGoneReports: (tx: Tx, id: string) => Promise<void>,
): Promise<boolean> {
  const found = await lockMessage(tx, actor, messageId);
  if (!found) return false;
  if (!isSender(actor, found.message)) throw new AppError('message_forbidden');
  await publishGoneReports(tx, messageId);
  const { other_id } = found.conversation;
  const blocked = other_id === null ? [] : await blockedAmong(tx.db, actor.id, [other_id]);
  await deleteLocked(tx, actor.id, found, blocked.length === 0);
  return true;
}

/** Deletes a message that was reported, if it is still there. */
export async function deleteReportedMessage(tx: Tx, senderId: string, messageId: string): Promise<void> {
  const found = await lockMessage(tx, { id: senderId }, messageId);
  if (found) await deleteLocked(tx, senderId, found, true);
}

async function deleteLocked(
  tx: Tx,
  senderId: string,
  { conversation, message }: NonNullable<Awaited<ReturnType<typeof lockMessage>>>,
  isRecipientTold: boolean,
): Promise<void> {
  await deleteMessageRow(tx.db, message.id);
  const deleted = {
    type: 'message_deleted' as const,
    conversation_id: conversation.id,
    message_id: message.id,
    // A trigger gives this number, under the lock that this transaction holds.
    sequence: conversation.last_sequence + 1,
  };
  tx.signal(`user:${senderId}`, deleted);
  const recipient = conversation.other_id;
  if (recipient === null) return;
  const counts = await recount(tx, recipient, conversation.id, isRecipientTold);
  if (isRecipientTold) tx.signal(`user:${recipient}`, { ...deleted, counts });
}

/**
 * Moves one's read pointer forward, never back.
 * @throws AppError conversation_not_found
 */
export async function markConversationRead(
  tx: Tx,
  actor: Member,
  { conversation_id, sequence, is_closed_here: isClosedHere = false }: ParsedInput<'mark_conversation_read'>,
): Promise<CallOutput<'mark_conversation_read'>> {
  const conversation = await lockOwnConversation(tx, actor, conversation_id);
  if (isClosedHere) await forgetShown(tx, actor, conversation_id);
  return markRead(tx, actor, conversation, sequence);
}

/** @throws AppError message_not_found, message_forbidden */
export async function markMessageRead(
  tx: Tx,
  actor: Member,
  messageId: string,
): Promise<CallOutput<'mark_message_read'>> {
  const found = await lockMessage(tx, actor, messageId);
  if (!found) throw new AppError('message_not_found');
  if (!mayMarkRead(actor, found.message)) throw new AppError('message_forbidden');
  return markRead(tx, actor, found.conversation, found.message.sequence);
}

async function markRead(tx: Tx, actor: Member, conversation: ConversationSide, sequence: number) {
  const { id, other_id } = conversation;
  const read_sequence = Math.min(sequence, conversation.last_sequence);
  if (read_sequence <= conversation.read_sequence) {
    return { read_sequence: conversation.read_sequence, counts: await recount(tx, actor.id, id) };
  }
  const shows = await moveReadPointer(tx.db, actor.id, id, read_sequence);
  const counts = await recount(tx, actor.id, id);
  const read = { type: 'conversation_read' as const, conversation_id: id, reader_id: actor.id, read_sequence };
  tx.signal(`user:${actor.id}`, { ...read, counts });
  if (other_id !== null && shows) tx.signal(`user:${other_id}`, read);
  return { read_sequence, counts };
}

/**
 * Counts a person's messages after some were deleted or read, and withdraws the notification when none is unread.
 * @param isTold whether devices that show the notification close it
 */
async function recount(tx: Tx, userId: string, conversationId: string, isTold = true): Promise<UnreadCounts> {
  await takeCountsLock(tx.db, userId);
  const messages = await findMessageCounts(tx.db, userId, conversationId);
  if (messages.unread === 0) await withdrawMessageNotification(tx, userId, conversationId, isTold);
  return { ...messages, notifications: await countNotifications(tx, userId) };
}

/** Locks a conversation; undefined for a missing one and for other people's. */
async function lockConversationSide(
  tx: Tx,
  actor: Pick<Member, 'id'>,
  id: string,
): Promise<ConversationSide | undefined> {
  const stored = await lockConversation(tx.db, actor.id, id);
  return stored && conversationSide(actor, stored);
}

async function lockOwnConversation(tx: Tx, actor: Member, id: string): Promise<ConversationSide> {
  const conversation = await lockConversationSide(tx, actor, id);
  if (!conversation) throw new AppError('conversation_not_found');
  return conversation;
}

/** Locks a message's conversation, and with it the message; undefined for a missing one and for other people's. */
export async function lockMessage(tx: Tx, actor: Pick<Member, 'id'>, messageId: string) {
  const known = await findStoredMessage(tx.db, messageId);
  const conversation = known && (await lockConversationSide(tx, actor, known.conversation_id));
  const message = conversation && (await findStoredMessage(tx.db, messageId));
  return message && { conversation, message };
}

/** Locks a message as `lockMessage` does, and its sender before it. */
export async function lockMessageAndSender(tx: Tx, actor: Member, messageId: string) {
  const senderId = (await findStoredMessage(tx.db, messageId))?.sender_id;
  if (senderId) await lockPeopleShared(tx.db, [actor.id, senderId]);
  return lockMessage(tx, actor, messageId);
}

/**
 * Signals to a person's partners in conversations that the person's name or photo, or whether one can write, has changed. Partners are
 * left out if one of the two has blocked the other (D74).
 */
export async function publishToPartners(tx: Tx, userId: string): Promise<void> {
  for (const { id, other_id } of await findPartners(tx.db, userId))
    tx.signal(`user:${other_id}`, { type: 'conversations_changed', conversation_id: id });
}

/** Closes notifications on everybody's devices that name a person who is hidden or deleted, also those of their messages. */
export async function closePushesOf(tx: Tx, userId: string): Promise<void> {
  const partners = await findPartners(tx.db, userId);
  await closeNamingPushes(
    tx,
    partners.map(({ id, other_id }) => ({ user_id: other_id, conversation_id: id })),
  );
  await closePushesNaming(tx, userId);
}
