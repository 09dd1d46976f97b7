import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { postsKey } from '../../lib/post-cache.ts';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refreshPost } from '../../lib/refresh-post.ts';
import { refresh } from '../../lib/refresh.ts';
import { feedQuery, refreshHead } from './api.ts';
import type { FeedFilter } from './api.ts';

const pause = 1000;
const freshFor = 10_000;
const fewPosts = 3;

/** The least to fetch when some posts changed: everything, or those that the reader has and the first page for others. */
export function whatToFetch(
  changed: ReadonlySet<string>,
  loaded: ReadonlySet<string>,
): 'all' | { posts: string[]; head: boolean } {
  const known = [...changed].filter((id) => loaded.has(id));
  if (known.length > fewPosts) return 'all';
  return { posts: known, head: known.length < changed.size };
}

/**
 * Keeps the feed as it is on the server, fetching little and at most once a second (D36). Signals that name no post are
 * handled for all lists at once, in the posts feature.
 */
export function useFeedRealtime(filter: FeedFilter): void {
  const client = useQueryClient();
  const changes = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextTime = useRef(0);

  function catchUp() {
    timer.current = undefined;
    nextTime.current = Date.now() + pause;
    fetchChanges(client, filter, changes.current);
    changes.current = new Set();
  }

  useTopic('feed');
  useSignal((signal) => {
    if (signal.type !== 'feed_changed' || !signal.post_id) return;
    changes.current.add(signal.post_id);
    timer.current ??= setTimeout(catchUp, Math.max(0, nextTime.current - Date.now()));
  });

  // While another screen was shown, no signal was heard.
  const catchUpAfterAbsence = useEffectEvent(() => {
    const { dataUpdatedAt = 0 } = client.getQueryState(feedQuery(filter).queryKey) ?? {};
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > freshFor) void refreshHead(client, filter);
  });
  useEffect(() => {
    catchUpAfterAbsence();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
}

function fetchChanges(client: QueryClient, filter: FeedFilter, changed: ReadonlySet<string>): void {
  const list = client.getQueryData(feedQuery(filter).queryKey);
  const loaded = new Set(list?.pages.flatMap(({ posts }) => posts.map(({ id }) => id)));
  const wanted = whatToFetch(changed, loaded);
  if (wanted === 'all') return refresh(client, postsKey);
  // Lists that are not on the screen are fetched when they are shown again.
  void client.invalidateQueries({ queryKey: postsKey, type: 'inactive', refetchType: 'none' });
  if (wanted.head) void refreshHead(client, filter);
  for (const id of wanted.posts) void refreshPost(client, id);
}
