import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/live.tsx';
import { refresh } from '../../lib/refresh.ts';
import { threadQuery } from './api.ts';

/** Keeps a post's comments as they are on the server while they are on the screen. */
export function useThreadLive(postId: string): void {
  const client = useQueryClient();
  useTopic(`post:${postId}`);
  useSignal((signal) => {
    if (signal.type === 'comments_changed' && signal.post_id === postId) refresh(client, threadQuery(postId).queryKey);
  });
}
