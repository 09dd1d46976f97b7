import { create_warung_post } from '@lapau/contract/admin-warungs';
import type { CallInput } from '@lapau/contract/calls';
import { create_admin_post, create_post, update_post } from '@lapau/contract/posts';
import type { MyPost } from '@lapau/contract/posts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { pickFields } from '../../lib/forms/version-differences.ts';
import type { ChangeRequest } from '../../lib/outbox/kind.ts';

/** A post as its form has it: the fields of every kind. */
export type NewPost = Required<CallInput<'create_post'> & CallInput<'create_admin_post'>> & {
  /** Whether an edited dish can be ordered, if the form changes that. */
  is_open: boolean | undefined;
  /** The version of an edited post that was read. */
  seen: number | undefined;
};

type Created = Promise<{ id: string }>;

/** Picks the fields that a call takes, as it refuses others. */
const inputOf = <Shape extends object>({ input }: { input: { shape: Shape } }, post: NewPost) =>
  pickFields(post, Object.keys(input.shape)) as Pick<NewPost, keyof Shape & keyof NewPost>;

export const createPost = (post: NewPost, request: ChangeRequest): Created =>
  api.create_post(inputOf(create_post, post), request);

export const createAdminPost = (post: NewPost): Created => api.create_admin_post(inputOf(create_admin_post, post));

export const createWarungPost = (warung_id: string, post: NewPost): Created =>
  api.create_warung_post({ ...inputOf(create_warung_post, post), warung_id });

export function updatePost(post: NewPost, { is_admin_post }: Pick<MyPost, 'is_admin_post'>): Promise<MyPost> {
  const { link_url, ...fields } = inputOf(update_post, post);
  return api.update_post({ ...fields, ...(is_admin_post && { link_url }), post_id: post.id, version: post.seen ?? 0 });
}

/** A post of one's own for its form. The form keeps the first answer, as later changes of another phone are a conflict. */
export const myPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['my-post', id],
    queryFn: ({ signal }) => api.get_my_post({ post_id: id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { failed: 'Gagal memuat data postingan.' },
  });

/** The stall that an admin adds a dish to. */
export const sellingWarungQuery = (id: string) =>
  queryOptions({
    queryKey: ['selling-warung', id],
    queryFn: ({ signal }) => api.get_warung_by_admin({ warung_id: id }, { signal }),
    // The screen goes back and gives the reason.
    meta: { failed: null, isOptional: true },
  });
