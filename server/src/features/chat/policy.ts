import type { Writing } from '@lapau/contract/chat';
import type { Read } from '@lapau/contract/known';
import { isSellerRole } from '@lapau/contract/roles';
import type { Role } from '@lapau/contract/roles';

/** A new conversation needs a penjual or an admin as one of its two people. */
export const mayOpenConversation = (one: Read<Role> | undefined, other: Read<Role> | undefined): boolean =>
  [one, other].some((role) => role !== undefined && isSellerRole(role));

const newcomerMs = 7 * 86_400_000;

/** How many conversations a person may open in an hour; less for new accounts, which spammers make. */
export const conversationsPerHour = (accountAgeMs: number): number => (accountAgeMs < newcomerMs ? 10 : 60);

/** Why a person may not write to another, or undefined. `recipientId` is null when that account was deleted. */
export function writingRefusal(
  writing: Writing,
  recipientId: string | null,
): 'blocked_by_you' | 'message_refused' | undefined {
  if (writing === 'blocked_by_you') return 'blocked_by_you';
  return writing === 'refused' || recipientId === null ? 'message_refused' : undefined;
}

type Person = { id: string };
type Sent = { sender_id: string | null };

/** Nobody writes to themselves, nor blocks themselves. */
export const isOneself = (actor: Person, personId: string): boolean => actor.id === personId;

/** A conversation as one of its two people has it. */
export type ConversationSide = { id: string; other_id: string | null; read_sequence: number; last_sequence: number };

type WithPeople = Pick<ConversationSide, 'id' | 'last_sequence'> &
  Record<'user1_id' | 'user2_id', string | null> &
  Record<'user1_read_sequence' | 'user2_read_sequence', number>;

/** The side of a person in a conversation; undefined for everybody but its two people. */
export function conversationSide(actor: Person, conversation: WithPeople): ConversationSide | undefined {
  const { id, user1_id, user2_id, user1_read_sequence, user2_read_sequence, last_sequence } = conversation;
  if (actor.id === user1_id) return { id, other_id: user2_id, read_sequence: user1_read_sequence, last_sequence };
  if (actor.id === user2_id) return { id, other_id: user1_id, read_sequence: user2_read_sequence, last_sequence };
  return undefined;
}

/** Whether a conversation is there for a person: one without a message is there only for the person who opened it. */
export const hasConversation = (
  personId: string,
  conversation: { created_by: string | null; last_sequence: number },
): boolean => conversation.last_sequence > 0 || conversation.created_by === personId;

/** Only its sender deletes a message, and is told whether it has arrived. */
export const isSender = (actor: Person, message: Sent): boolean => message.sender_id === actor.id;

/** Only its recipient marks a message as read. */
export const mayMarkRead = (actor: Person, message: Sent): boolean => message.sender_id !== actor.id;
