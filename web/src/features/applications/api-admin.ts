import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';

/** The applications that wait for a decision, the longest waiting first. */
export const pendingApplicationsQuery = infiniteQueryOptions({
  queryKey: ['pending-applications'],
  ...keysetPages((page, request) => api.get_pending_applications({ ...page, oldest_first: true }, request)),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat pengajuan.' },
});
