import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { freshForMs } from '../../lib/fresh-for.ts';
import { postsKey } from '../../lib/post-cache.ts';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refreshPost } from '../../lib/refresh-post.ts';
import { refresh } from '../../lib/refresh.ts';
import { feedQuery, isNewer, postsOf, refetchFirstPage } from './api.ts';
import type { FeedFilter } from './api.ts';

const minIntervalMs = 1000;
const maxSinglePosts = 3;

/**
 * The fewest requests that bring a list up to date after posts have changed. Changed posts that are loaded are fetched one by one,
 * or everything is when they are many; for posts that are not loaded the first page is fetched, as they may be new.
 */
export function planRefetch(
  changedIds: ReadonlySet<string>,
  loadedIds: ReadonlySet<string>,
): 'all' | { postIds: string[]; firstPage: boolean } {
  const postIds = [...changedIds].filter((id) => loadedIds.has(id));
  if (postIds.length > maxSinglePosts) return 'all';
  return { postIds, firstPage: postIds.length < changedIds.size };
}

/**
 * Keeps a list of the feed up to date while it is shown, with few requests and at most once a second (D36). Signals that
 * name no post concern all lists and are handled by `usePostsRealtime`.
 */
export function useFeedRealtime(filter: FeedFilter): void {
  const client = useQueryClient();
  const changedIds = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextRefetchAt = useRef(0);

  function refetch() {
    timer.current = undefined;
    nextRefetchAt.current = Date.now() + minIntervalMs;
    refetchChanged(client, filter, changedIds.current);
    changedIds.current = new Set();
  }

  useTopic('feed');
  useSignal((signal) => {
    if (signal.type !== 'feed_changed' || !signal.post_id) return;
    changedIds.current.add(signal.post_id);
    timer.current ??= setTimeout(refetch, Math.max(0, nextRefetchAt.current - Date.now()));
  });

  const refetchIfStale = useEffectEvent(() => {
    const { dataUpdatedAt = 0 } = client.getQueryState(feedQuery(filter).queryKey) ?? {};
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > freshForMs) void refetchFirstPage(client, filter);
  });
  useEffect(() => {
    refetchIfStale();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
}

function refetchChanged(client: QueryClient, filter: FeedFilter, changedIds: ReadonlySet<string>): void {
  const list = client.getQueryData(feedQuery(filter).queryKey);
  const loaded = new Map(postsOf(list).map((post) => [post.id, post]));
  const plan = planRefetch(changedIds, new Set(loaded.keys()));
  if (plan === 'all') return refresh(client, postsKey);
  // Lists that are not shown are fetched when they are shown again.
  void client.invalidateQueries({ queryKey: postsKey, type: 'inactive', refetchType: 'none' });
  if (plan.firstPage) void refetchFirstPage(client, filter);
  for (const id of plan.postIds) void refreshLoaded(id);

  async function refreshLoaded(id: string) {
    const before = loaded.get(id);
    const post = await refreshPost(client, id);
    // Posted again (D69): its place is at the top now.
    if (post && before && isNewer(post, before)) await refetchFirstPage(client, filter);
  }
}
