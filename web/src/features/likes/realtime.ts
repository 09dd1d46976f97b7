import { useQueryClient } from '@tanstack/react-query';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { useSignal } from '../../lib/realtime/realtime-provider.tsx';

/** Shows likes that the same person has changed on another page or device. */
export function useLikesRealtime(): void {
  const client = useQueryClient();
  useSignal((signal) => {
    if (signal.type !== 'like_changed') return;
    const { post_id, is_liked: isLikedByUser, likes } = signal;
    updatePostEverywhere(client, post_id, (post) => ({ ...post, isLikedByUser, likes }));
  });
}
