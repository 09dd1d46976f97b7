import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session/session-query.ts';

/** The key prefix of every query about conversations. */
export const chatKey = ['chat'] as const;

/** Sets how many messages are unread in all conversations, uncapped. */
export function setUnreadMessages(client: QueryClient, count: (before: number) => number): void {
  client.setQueryData(sessionQuery.queryKey, (state) => {
    if (!state?.session) return state;
    const { session } = state;
    const messages = Math.max(0, count(session.unread.messages));
    return { ...state, session: { ...session, unread: { ...session.unread, messages } } };
  });
}
