import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { savedPosts, savedQuery, saves } from '../api.ts';
import { useSavedListRealtime } from '../realtime.ts';

/** One's saved posts, the last saved one first, with what is not confirmed yet; undefined until they have been fetched. */
export function useSavedPosts() {
  const query = useInfiniteQuery(savedQuery);
  const { data } = query;
  useSavedListRealtime();
  const pending = usePendingChanges(saves);
  const posts = useMemo(() => savedPosts(data, pending), [data, pending]);
  return { query, posts };
}
