import type { FeedPost } from '@lapau/contract/posts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../calls/api-error.ts';
import { api } from '../calls/api.ts';
import { postsKey, updatePostEverywhere } from './post-cache.ts';
import { refresh } from './refresh.ts';

/** The last request for each post that is being refetched: answers may overtake each other. */
const lastRequests = new Map<string, symbol>();

/**
 * Refetches a post and updates it in every list, or removes it if it was deleted. A failed request changes nothing.
 * @returns the post as it is now
 */
export async function refreshPost(client: QueryClient, id: string): Promise<FeedPost | undefined> {
  const request = Symbol(id);
  lastRequests.set(id, request);
  const queriesInFlight = client.getQueryCache().findAll({ queryKey: postsKey, fetchStatus: 'fetching' });
  const isOutdated = () => lastRequests.get(id) !== request;

  function update(post: FeedPost | null) {
    if (isOutdated()) return;
    // What only a list knows of the post stays with it.
    updatePostEverywhere(client, id, (before) => post && { ...before, ...post });
    // These queries may have been answered before the change, and would bring the old post back.
    for (const { queryKey, state } of queriesInFlight) {
      if (state.fetchStatus !== 'fetching') continue;
      // A query without data is not cancelled by an invalidation.
      if (state.data === undefined) refresh(client, queryKey);
      else void client.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
    }
  }

  try {
    const post = await api.get_post_details({ p_post_id: id });
    update(post);
    return post;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'post_not_found') update(null);
    return undefined;
  } finally {
    if (!isOutdated()) lastRequests.delete(id);
  }
}
