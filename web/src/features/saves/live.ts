import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/live.tsx';
import { refreshPost } from '../../lib/refresh-post.ts';
import { refresh } from '../../lib/refresh.ts';
import { savedQuery } from './api.ts';

/** What the person saves on another page of theirs is saved on this one too. */
export function useSavesLive(): void {
  const client = useQueryClient();
  useSignal((signal, topic) => {
    if (signal.type !== 'post_changed' || !topic.startsWith('user:')) return;
    refresh(client, savedQuery.queryKey);
    void refreshPost(client, signal.post_id);
  });
}

/** Saved posts that are deleted, hidden or shown again are so in the list. */
export function useSavedListLive(): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal(({ type }) => {
    if (type === 'feed_changed') refresh(client, savedQuery.queryKey);
  });
}
