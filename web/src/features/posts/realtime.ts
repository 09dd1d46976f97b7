import { useQueryClient } from '@tanstack/react-query';
import { postsKey } from '../../lib/query/post-cache.ts';
import { refresh } from '../../lib/query/refresh.ts';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { myMenuKey, postQuery } from './api.ts';

/** Fetches all cached posts again when all posts of a person may have changed. */
export function usePostsRealtime(): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal((signal) => {
    if (concernsManyPosts(signal)) refresh(client, postsKey);
  });
}

/** Keeps a post up to date while its screen is shown. */
export function usePostRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`post:${id}`);
  useSignal((signal) => {
    const mayChangePost =
      signal.type === 'post_changed' || signal.type === 'comment_added' || signal.type === 'comments_changed';
    if (mayChangePost && signal.post_id === id) refresh(client, postQuery(id).queryKey);
  });
}

/** Keeps one's own menu up to date with one's other phones, and with the dishes that are open again at 04.00. */
export function useMyMenuRealtime(warungId: string): void {
  const client = useQueryClient();
  useTopic(`warung:${warungId}`);
  useSignal((signal) => {
    if (signal.type === 'warung_changed' && signal.warung_id === warungId) refresh(client, myMenuKey);
  });
}
