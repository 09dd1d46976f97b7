import { useQueryClient } from '@tanstack/react-query';
import { feedQuery, postsOf } from '../api.ts';

/**
 * Whether this device has seen the feed of a village without any post: then no search and no filter finds one. It is read once for each
 * list that shows, as its first post also changes what the list itself finds.
 */
export function useIsVillageEmpty(): boolean {
  const data = useQueryClient().getQueryData(feedQuery({ search: '', nagari: '' }).queryKey);
  return data !== undefined && postsOf(data).length === 0;
}
