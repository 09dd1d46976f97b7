import type { CallInput } from '@lapau/contract/calls';
import type { FeedPost } from '@lapau/contract/posts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { postsKey, updatePostEverywhere } from '../../lib/post-cache.ts';
import { toast } from '../../lib/toast.ts';

/** No signals are received while another screen is shown: a post older than this is fetched again. */
const staleTimeMs = 10_000;

/** The key of one's own menu. Its rows are not feed posts, so it is not below `postsKey`. */
export const myMenuKey = ['my-menu'] as const;

/** One post. Its screen shows the error itself, so no toast does. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: [...postsKey, 'one', id],
    queryFn: ({ signal }) => api.get_post_details({ p_post_id: id }, { signal }),
    staleTime: staleTimeMs,
    meta: { failed: null },
  });

/** Deletes a post and removes it from every cached list (D20). */
export const deletePost = mutationOptions({
  mutationFn: ({ id }: FeedPost) => api.delete_post({ post_id: id }),
  onSuccess: (_answer, { id }, _context, { client }) => {
    updatePostEverywhere(client, id, () => null);
    client.removeQueries({ queryKey: postQuery(id).queryKey });
    toast.success('Postingan berhasil dihapus.');
  },
  meta: {
    failed: 'Gagal menghapus postingan: {detail}',
    failedBy: { image_delete_failed: 'Gagal menghapus gambar postingan: {detail}' },
  },
});

/** A post as its form has it: the fields of both kinds. */
export type NewPost = Required<CallInput<'create_post'> & CallInput<'create_admin_post'>>;

type Created = Promise<{ id: string }>;

// Each call takes its own fields and no others.

export const createPost = ({ link_url: _link, seller_name: _source, ...post }: NewPost): Created =>
  api.create_post(post);

export const createAdminPost = ({ price: _price, ...post }: NewPost): Created => api.create_admin_post(post);
