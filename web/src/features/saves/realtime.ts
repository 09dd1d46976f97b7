import { useQueryClient } from '@tanstack/react-query';
import { updatePostEverywhere } from '../../lib/query/post-cache.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { savedQuery } from './api.ts';

/** Shows saves that the same person has changed on another page or device. */
export function useSavesRealtime(): void {
  const client = useQueryClient();
  useSignal((signal) => {
    if (signal.type !== 'save_changed') return;
    updatePostEverywhere(client, signal.post_id, (post) => ({ ...post, isSavedByUser: signal.is_saved }));
    refresh(client, savedQuery.queryKey);
  });
}

/** Fetches the list of saved posts again when one of them has changed or been deleted. */
export function useSavedListRealtime(): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal((signal) => {
    if (signal.type !== 'feed_changed') return;
    const list = client.getQueryData(savedQuery.queryKey);
    const isListed = list?.pages.some(({ posts }) => posts.some(({ id }) => id === signal.post_id));
    if (isListed) refresh(client, savedQuery.queryKey);
  });
}
