import { useQueryClient } from '@tanstack/react-query';
import { forgetNames } from '../../lib/query/stored-answers.ts';
import { isNewest } from '../../lib/query/unread-versions.ts';
import { useSignal } from '../../lib/realtime/realtime-provider.tsx';
import { chatKey, setUnreadMessages } from './api-unread.ts';

const chatSignals = new Set(['message_added', 'message_deleted', 'conversation_read', 'conversations_changed']);

/**
 * Keeps the badge of messages as the server counts it, on every screen. Cached conversations that are not on the screen are fetched
 * again when they are. The names of somebody whom the person has just blocked, on any device, are forgotten.
 */
export function useUnreadRealtime(): void {
  const client = useQueryClient();
  useSignal((signal) => {
    if (!chatSignals.has(signal.type)) return;
    if ('counts' in signal && signal.counts && isNewest(signal.counts)) {
      const { total } = signal.counts;
      setUnreadMessages(client, () => total);
    }
    if (signal.type === 'conversations_changed' && signal.blocks) void forgetNames(client);
    void client.invalidateQueries({ queryKey: chatKey, type: 'inactive', refetchType: 'none' });
  });
}
