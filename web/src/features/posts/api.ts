import type { FeedPost } from '@lapau/contract/posts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { bootedAt, takeBootAnswer } from '../../lib/calls/boot.ts';
import { freshForMs } from '../../lib/query/fresh-for.ts';
import { postKey, postsKey } from '../../lib/query/post-cache.ts';
import { retryTransient } from '../../lib/query/query.ts';
import { toast } from '../../lib/screen/toast.ts';

/** The key of one's own menu. Its rows are not feed posts, so it is not below `postsKey`. */
export const myMenuKey = ['my-menu'] as const;

/** The name of deletions of one's own posts in the outbox (api-deletions.ts, which is not part of the first load). */
export const deletionKind = 'dish-deletion';

/** One post. Its screen shows the error itself, so no toast does. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: ({ signal }) => api.get_post_details({ p_post_id: id }, { signal }),
    initialData: () => takeBootAnswer('get_post_details', (post) => post.id === id),
    initialDataUpdatedAt: bootedAt,
    staleTime: freshForMs,
    meta: { failed: null, stored: true },
  });

/** Makes a post of one's own the newest one. */
export const renewPost = mutationOptions({
  mutationFn: ({ id, createdAt }: Pick<FeedPost, 'id' | 'createdAt'>) =>
    api.renew_post({ post_id: id, created_at: createdAt }),
  // A retry gets the same answer.
  retry: retryTransient,
  onSuccess: () => toast.success('Postingan tampil paling atas lagi.'),
  // The queries are fetched after a refusal too: another phone may have renewed it, closed the stall or deleted the post.
  onSettled: (_answer, _error, _post, _context, { client }) => {
    void client.invalidateQueries({ queryKey: postsKey });
    void client.invalidateQueries({ queryKey: myMenuKey });
  },
  meta: { failed: 'Gagal memposting lagi.' },
});
