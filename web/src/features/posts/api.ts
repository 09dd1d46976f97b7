import type { CallInput } from '@lapau/contract/calls';
import type { FeedPost, MyPost } from '@lapau/contract/posts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { Cancellable } from '../../lib/api.ts';
import { freshForMs } from '../../lib/fresh-for.ts';
import { photosFailure } from '../../lib/photos-failure.ts';
import { postKey, postsKey, updatePostEverywhere } from '../../lib/post-cache.ts';
import { retryTransient } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** The key of one's own menu. Its rows are not feed posts, so it is not below `postsKey`. */
export const myMenuKey = ['my-menu'] as const;

/** One post. Its screen shows the error itself, so no toast does. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: ({ signal }) => api.get_post_details({ p_post_id: id }, { signal }),
    staleTime: freshForMs,
    meta: { failed: null },
  });

/** Deletes a post and removes it from every cached list (D20). */
export const deletePost = mutationOptions({
  mutationFn: ({ id, signal }: Pick<FeedPost, 'id'> & Cancellable) => api.delete_post({ post_id: id }, { signal }),
  onSuccess: (_answer, { id }, _context, { client }) => {
    updatePostEverywhere(client, id, () => null);
    client.removeQueries({ queryKey: postQuery(id).queryKey });
    toast.success('Postingan berhasil dihapus.');
  },
  meta: { failed: 'Gagal menghapus postingan: {detail}', failedBy: photosFailure },
});

/** Makes a post of one's own the newest one (D69). */
export const renewPost = mutationOptions({
  mutationFn: ({ id, createdAt }: Pick<FeedPost, 'id' | 'createdAt'>) =>
    api.renew_post({ post_id: id, created_at: createdAt }),
  // A retry gets the same answer.
  retry: retryTransient,
  onSuccess: () => toast.success('Postingan tampil paling atas lagi.'),
  // After a refusal too: another phone may have renewed it, closed the stall or deleted the post.
  onSettled: (_answer, _error, _post, _context, { client }) => {
    void client.invalidateQueries({ queryKey: postsKey });
    void client.invalidateQueries({ queryKey: myMenuKey });
  },
  meta: { failed: 'Gagal memposting lagi.' },
});

/** A post as its form has it: the fields of both kinds. */
export type NewPost = Required<CallInput<'create_post'> & CallInput<'create_admin_post'>> & {
  /** Of a dish that is edited, if the form changes it. */
  is_open: boolean | undefined;
  /** The version that was read of a post that is edited. */
  seen: number | undefined;
};

type Created = Promise<{ id: string }>;

// Each call takes its own fields and no others.

export const createPost = ({
  link_url: _link,
  seller_name: _source,
  is_open: _isOpen,
  seen: _seen,
  ...post
}: NewPost): Created => api.create_post(post);

export const createAdminPost = ({ price: _price, is_open: _isOpen, seen: _seen, ...post }: NewPost): Created =>
  api.create_admin_post(post);

/** A post of one's own for its form: read once, as what another phone changes from then on is a conflict (D70). */
export const myPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['my-post', id],
    queryFn: ({ signal }) => api.get_my_post({ post_id: id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { failed: 'Gagal memuat data postingan.' },
  });

export const updatePost = (
  { id, link_url, seller_name: _source, seen = 0, ...post }: NewPost,
  { is_admin_post }: Pick<MyPost, 'is_admin_post'>,
): Promise<MyPost> => api.update_post({ post_id: id, ...post, ...(is_admin_post && { link_url }), version: seen });
