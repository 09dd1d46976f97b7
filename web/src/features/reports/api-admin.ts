import type { PendingReport } from '@lapau/contract/reports';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/calls/api.ts';
import { keysetPages } from '../../lib/query/keyset.ts';

export const pendingReportsKey = ['pending-reports'] as const;

/** The reports that wait for a decision, the longest waiting first; all reports of one thing are one row. */
export const pendingReportsQuery = infiniteQueryOptions({
  queryKey: pendingReportsKey,
  ...keysetPages(({ before: after, limit }, request) => api.get_pending_reports({ after, limit }, request)),
  // No signals are received while another screen is shown.
  staleTime: 0,
  meta: { failed: 'Gagal memuat laporan.' },
});

/** The excerpt that a report of a message stored. It is read once while it shows, as each reading is an entry of the audit log. */
export const messageReportQuery = (report_id: PendingReport['id']) =>
  queryOptions({
    queryKey: ['message-report', report_id],
    queryFn: ({ signal }) => api.get_message_report({ report_id }, { signal }),
    staleTime: 'static',
    gcTime: 0,
    // The dialog shows the failure.
    meta: { failed: null },
  });
