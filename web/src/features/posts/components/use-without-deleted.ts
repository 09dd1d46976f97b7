import type { FeedPost } from '@lapau/contract/posts';
import { useSyncExternalStore } from 'react';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { deletionKind } from '../api.ts';

/** The ids are one text, so that a list is rendered again only when they change. */
const deletedIds = (): string =>
  outbox
    .state()
    .entries.filter(({ kind }) => kind === deletionKind)
    .map(({ subject }) => subject)
    .join();

/** The ids of one's own posts whose deletion waits in the outbox: they show nowhere meanwhile. */
export const useDeletedIds = (): string => useSyncExternalStore(outbox.subscribe, deletedIds, deletedIds);

/** Filters out the posts that are being deleted. */
export function useWithoutDeleted(posts: FeedPost[]): FeedPost[] {
  const deleted = useDeletedIds();
  return posts.filter(({ id }) => !deleted.includes(id));
}
