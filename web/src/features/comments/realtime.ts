import { useQueryClient } from '@tanstack/react-query';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { atMostEverySecond, refresh } from '../../lib/refresh.ts';
import { fetchNewComments, threadQuery } from './api.ts';

/** Keeps a post's comments as they are on the server while they are on the screen, those of suspended people hidden. */
export function useThreadRealtime(postId: string): void {
  const client = useQueryClient();
  useTopic(`post:${postId}`);
  useTopic('feed');
  useSignal((signal) => {
    if (signal.type === 'comment_added' && signal.post_id === postId)
      atMostEverySecond(`new comments of ${postId}`, () => void fetchNewComments(client, postId));
    const isOfThread = signal.type === 'comments_changed' && signal.post_id === postId;
    if (isOfThread || concernsManyPosts(signal)) refresh(client, threadQuery(postId).queryKey);
  });
}
