import type { FeedPost } from '@lapau/contract/posts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import { updatePostEverywhere } from './post-cache.ts';

/**
 * Refetches a post and updates it in every list, or removes it if it was deleted. A failed request changes nothing.
 * @returns the post as it is now
 */
export async function refreshPost(client: QueryClient, id: string): Promise<FeedPost | undefined> {
  try {
    const post = await api.get_post_details({ p_post_id: id });
    updatePostEverywhere(client, id, () => post);
    return post;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'post_not_found') updatePostEverywhere(client, id, () => null);
    return undefined;
  }
}
