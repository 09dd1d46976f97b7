import { limits } from '@lapau/contract/limits';
import type { PendingReport } from '@lapau/contract/reports';
import type { Before } from '@lapau/contract/text';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { nextAfter } from '../../lib/keyset.ts';

export const pendingReportsKey = ['pending-reports'] as const;

/** What waits for a decision, the longest waiting first; all reports of one thing are one row. */
export const pendingReportsQuery = infiniteQueryOptions({
  queryKey: pendingReportsKey,
  queryFn: ({ pageParam, signal }) =>
    api.get_pending_reports({ after: pageParam ?? undefined, limit: limits.pageSize }, { signal }),
  initialPageParam: null as Before | null,
  getNextPageParam: (page) => nextAfter(page),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat laporan.' },
});

/** What a report of a message stored. Read once while it shows, as each reading is an entry of the audit log (D73). */
export const messageReportQuery = (report_id: PendingReport['id']) =>
  queryOptions({
    queryKey: ['message-report', report_id],
    queryFn: ({ signal }) => api.get_message_report({ report_id }, { signal }),
    staleTime: 'static',
    gcTime: 0,
    // The dialog says it.
    meta: { failed: null },
  });
