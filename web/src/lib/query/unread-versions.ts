import type { UnreadCounts } from '@lapau/contract/chat';

/** The newest version that was seen, for each conversation and for all of them together. */
const newest = new Map<string, number>();

/**
 * Whether these are the newest counts of a conversation, or without one of all that is unread. Signals and answers may overtake
 * each other on the way; the newer one stays.
 */
export function isNewest({ version }: Pick<UnreadCounts, 'version'>, conversationId = ''): boolean {
  if (version < (newest.get(conversationId) ?? 0)) return false;
  newest.set(conversationId, version);
  return true;
}
