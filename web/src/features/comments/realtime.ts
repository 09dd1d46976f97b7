import { useQueryClient } from '@tanstack/react-query';
import { atMostEverySecond, refresh } from '../../lib/query/refresh.ts';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { fetchNewComments, threadQuery } from './api.ts';

/** Keeps a post's comments up to date while they are shown; a suspension hides those of the suspended person. */
export function useThreadRealtime(postId: string): void {
  const client = useQueryClient();
  useTopic(`post:${postId}`);
  useTopic('feed');
  useSignal((signal) => {
    if (signal.type === 'comment_added' && signal.post_id === postId)
      atMostEverySecond(`new comments of ${postId}`, () => void fetchNewComments(client, postId));
    const isThisThread = signal.type === 'comments_changed' && signal.post_id === postId;
    if (isThisThread || concernsManyPosts(signal)) refresh(client, threadQuery(postId).queryKey);
  });
}
