import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';

export const pendingAppealsKey = ['pending-appeals'] as const;

/** Appeals that wait for an answer, the longest waiting first. */
export const pendingAppealsQuery = infiniteQueryOptions({
  queryKey: pendingAppealsKey,
  ...keysetPages(({ before: after, limit }, request) => api.get_pending_appeals({ after, limit }, request)),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat keberatan.' },
});
