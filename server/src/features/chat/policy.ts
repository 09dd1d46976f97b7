import type { Writing } from '@lapau/contract/chat';
import type { Role } from '@lapau/contract/profile';

/** A new conversation has a penjual or an admin on one side (D32). */
export const mayOpenConversation = (one: Role | undefined, other: Role | undefined): boolean =>
  [one, other].some((role) => role === 'penjual' || role === 'admin');

const newcomerMs = 7 * 86_400_000;

/** How many conversations a person may open in an hour: who has just come knows few people yet. */
export const conversationsPerHour = (accountAgeMs: number): number => (accountAgeMs < newcomerMs ? 10 : 60);

/** Why a person may not write to another one, or undefined; of one who is gone there is no id. */
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

/** Only its sender deletes a message, and is told whether it has arrived. */
export const isSender = (actor: Person, message: Sent): boolean => message.sender_id === actor.id;

/** Only its recipient marks a message as read (D33). */
export const mayMarkRead = (actor: Person, message: Sent): boolean => message.sender_id !== actor.id;
