import type { CallInput } from '@lapau/contract/calls';
import { mutationOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { retryTransient } from '../../lib/query.ts';

const options = { retry: retryTransient, meta: { failed: 'Gagal menambahkan postingan.' } };

// Both carry an idempotency key, so that a try again never posts twice.

export const createPost = mutationOptions({
  ...options,
  mutationFn: (post: CallInput<'create_post'>) => api.create_post(post),
});

export const createAdminPost = mutationOptions({
  ...options,
  mutationFn: (post: CallInput<'create_admin_post'>) => api.create_admin_post(post),
});
