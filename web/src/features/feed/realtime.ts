import { useQueryClient } from '@tanstack/react-query';
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { postsKey } from '../../lib/query/post-cache.ts';
import { refreshPost } from '../../lib/query/refresh-post.ts';
import { afterFetch, refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { feedQuery, isNewer, postsOf, refetchFirstPage } from './api.ts';
import type { FeedFilter } from './api.ts';

const minIntervalMs = 1000;
const maxSinglePosts = 3;
/** The longest time that a list stays in the cache while it is not shown. */
const rememberedMs = 5 * 60_000;

/** The time of each post's last change, as signalled on any screen, by the page's clock; the last change is last. */
const changedAt = new Map<string, number>();
/** The time up to which a cached list has followed the changes. */
const followedUntil = new WeakMap<Query, number>();

/** Remembers which posts change while no list of the feed is shown; a list follows the changes when it is shown again. */
export function useFeedChanges(): void {
  useSignal((signal) => {
    if (signal.type !== 'feed_changed' || !signal.post_id) return;
    changedAt.delete(signal.post_id);
    changedAt.set(signal.post_id, performance.now());
    for (const [id, at] of changedAt) {
      if (at > performance.now() - rememberedMs) break;
      changedAt.delete(id);
    }
  });
}

/** The time at which a list was fetched, by the page's clock; 0, before all changes, if the phone's clock has been put back since. */
function fetchedAt({ state: { dataUpdatedAt } }: Query): number {
  if (dataUpdatedAt === 0) return performance.now();
  const ageMs = Date.now() - dataUpdatedAt;
  return ageMs < 0 ? 0 : performance.now() - ageMs;
}

const changedSince = (since: number): Set<string> =>
  new Set([...changedAt].filter(([, at]) => at >= since).map(([id]) => id));

/**
 * Plans the fewest requests that bring a list up to date. Changed posts that are loaded are fetched one by one, or the whole list if
 * they are many. For changed posts that are not loaded the first page is fetched, as they may be new.
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
 * Keeps a list of the feed up to date while it is shown, with few requests and at most once a second. Signals that
 * name no post concern all lists and are handled by `usePostsRealtime`.
 */
export function useFeedRealtime(filter: FeedFilter): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextRefetchAt = useRef(0);
  const isShown = useRef(false);

  function follow() {
    timer.current = undefined;
    const list = client.getQueryCache().find({ queryKey: feedQuery(filter).queryKey });
    if (!list) return;
    const since = followedUntil.get(list) ?? fetchedAt(list);
    if (list.state.data === undefined) {
      followedUntil.set(list, since);
      // The answer to the first request may have been read before what changes meanwhile.
      if (list.state.fetchStatus === 'fetching')
        afterFetch(list, (isAnswered) => isAnswered && isShown.current && follow());
      return;
    }
    followedUntil.set(list, performance.now());
    const changedIds = changedSince(since);
    if (changedIds.size === 0) return;
    nextRefetchAt.current = performance.now() + minIntervalMs;
    refetchChanged(client, filter, changedIds);
  }

  useTopic('feed');
  useSignal((signal) => {
    if (signal.type !== 'feed_changed' || !signal.post_id) return;
    timer.current ??= setTimeout(follow, Math.max(0, nextRefetchAt.current - performance.now()));
  });

  const followMissed = useEffectEvent(follow);
  useEffect(() => {
    isShown.current = true;
    followMissed();
    return () => {
      isShown.current = false;
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
  if (plan.firstPage) void refetchFirstPage(client, filter);
  for (const id of plan.postIds) void refreshLoaded(id);

  async function refreshLoaded(id: string) {
    const before = loaded.get(id);
    const post = await refreshPost(client, id);
    // A renewed post (D69) has its place at the top now.
    if (post && before && isNewer(post, before)) await refetchFirstPage(client, filter);
  }
}
