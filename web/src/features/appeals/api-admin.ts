import { limits } from '@lapau/contract/limits';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';

export const pendingAppealsKey = ['pending-appeals'] as const;

/** Appeals that wait for an answer, the longest waiting first. */
export const pendingAppealsQuery = infiniteQueryOptions({
  queryKey: pendingAppealsKey,
  queryFn: ({ pageParam, signal }) =>
    api.get_pending_appeals({ after: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat keberatan.' },
});
