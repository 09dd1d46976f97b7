import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';

/** The figures of /admin, and the numbers of things that wait. */
export const adminStatsQuery = queryOptions({
  queryKey: ['admin-stats'],
  queryFn: ({ signal }) => api.get_admin_stats({}, { signal }),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat ringkasan.' },
});

/** The figures of the last weeks. */
export const adminWeeksQuery = queryOptions({
  queryKey: ['admin-weeks'],
  queryFn: ({ signal }) => api.get_admin_weeks({}, { signal }),
  staleTime: 0,
  meta: { failed: 'Gagal memuat ringkasan.' },
});
