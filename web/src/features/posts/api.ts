import type { CallInput } from '@lapau/contract/calls';
import { api } from '../../lib/api.ts';

/** A post as its form has it: the fields of both kinds. */
export type NewPost = Required<CallInput<'create_post'> & CallInput<'create_admin_post'>>;

type Created = Promise<{ id: string }>;

// Each call takes its own fields and no others.

export const createPost = ({ link_url: _link, seller_name: _source, ...post }: NewPost): Created =>
  api.create_post(post);

export const createAdminPost = ({ price: _price, ...post }: NewPost): Created => api.create_admin_post(post);
