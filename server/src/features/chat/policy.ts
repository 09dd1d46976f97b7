import type { Role } from '@lapau/contract/profile';

/** A new conversation has a penjual or an admin on one side (D32). */
export const mayOpenConversation = (one: Role | undefined, other: Role | undefined): boolean =>
  [one, other].some((role) => role === 'penjual' || role === 'admin');

const newcomerMs = 7 * 86_400_000;

/** How many conversations a person may open in an hour: who has just come knows few people yet. */
export const conversationsPerHour = (accountAgeMs: number): number => (accountAgeMs < newcomerMs ? 10 : 60);

/** Only its sender deletes a message. */
export const mayDeleteMessage = (actorId: string, message: { sender_id: string | null }): boolean =>
  message.sender_id === actorId;

/** Only its recipient marks a message as read (D33). */
export const mayMarkRead = (actorId: string, message: { sender_id: string | null }): boolean =>
  message.sender_id !== actorId;
