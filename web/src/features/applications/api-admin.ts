import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';

/** The applications that wait for a decision, the longest waiting first. */
export const pendingApplicationsQuery = infiniteQueryOptions({
  queryKey: ['pending-applications'],
  queryFn: ({ pageParam, signal }) =>
    api.get_pending_applications(
      { before: pageParam ?? undefined, limit: limits.pageSize, oldest_first: true },
      { signal },
    ),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat pengajuan.' },
});
