import { useState } from 'react';
import { ApiError } from '../calls/api-error.ts';
import { api } from '../calls/api.ts';
import { concernsManyPosts, useSignal } from './realtime-provider.tsx';

const askAsReader = (postId: string): Promise<unknown> => api.get_post_details({ p_post_id: postId });

/**
 * Whether a post that was there is gone, or hidden. It asks with each signal that may have taken the post away, or brought it back, as the
 * undo of a deletion does.
 * @param ask the request that is refused with post_not_found once the post is gone; by default that of readers
 */
export function useGonePost(postId: string | undefined, ask = askAsReader): boolean {
  const [gone, setGone] = useState<string>();
  useSignal((signal) => {
    if (postId === undefined || signal.type !== 'feed_changed') return;
    if (signal.post_id !== postId && !concernsManyPosts(signal)) return;
    ask(postId).then(
      () => setGone(undefined),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'post_not_found') setGone(postId);
      },
    );
  });
  return postId !== undefined && gone === postId;
}
