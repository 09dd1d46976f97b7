import { nameOf } from '@lapau/contract/known';
import { reportExportFilter } from '@lapau/contract/reports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroupOf } from '../../platform/http/address.ts';
import { mountCsvExport } from '../../platform/http/csv-export.ts';
import { csvTime } from '../../platform/http/csv.ts';
import type { CsvColumns } from '../../platform/http/csv.ts';
import type { Gate, Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAction } from '../audit/rules.ts';
import { findPendingReports } from './queries-decide.ts';
import { findReportsToExport } from './queries-export.ts';
import type { ExportedReport } from './queries-export.ts';
import { handleReport } from './rules-decide.ts';
import { blockSender, readMessageReport, reportComment, reportMessage, reportPost } from './rules.ts';

type ReportCalls =
  | 'create_report'
  | 'report_comment'
  | 'report_message'
  | 'get_message_report'
  | 'get_pending_reports'
  | 'handle_report';

const limitsOf = ({ storedLimits }: Platform, request: FastifyRequest) => ({
  stored: storedLimits,
  addressGroup: addressGroupOf(request),
});

export const reportsCalls = (platform: Platform): Handlers<ReportCalls> => ({
  create_report: async ({ input, actor, http }) => {
    await platform.transaction((tx) =>
      reportPost(tx, actor, input.reported_post_id, input.reason, limitsOf(platform, http.request)),
    );
    return { reported: true };
  },
  report_comment: async ({ input, actor, http }) => {
    await platform.transaction((tx) =>
      reportComment(tx, actor, input.reported_comment_id, input.reason, limitsOf(platform, http.request)),
    );
    return { reported: true };
  },
  report_message: async ({ input, actor, http }) => {
    if (input.block) await platform.transaction((tx) => blockSender(tx, actor, input.message_id));
    await platform.transaction((tx) => reportMessage(tx, actor, input, limitsOf(platform, http.request)));
    return { reported: true };
  },
  get_message_report: ({ input, actor }) => platform.transaction((tx) => readMessageReport(tx, actor, input.report_id)),
  get_pending_reports: ({ input, actor }) => findPendingReports(platform.database, actor.id, input),
  handle_report: ({ input, actor }) => platform.transaction((tx) => handleReport(tx, actor, input)),
});

const subjectNames = { post: 'Postingan', comment: 'Komentar', message: 'Pesan' };
const statusNames = { pending: 'Menunggu', dismissed: 'Diabaikan', resolved: 'Dihapus' };

const columns: CsvColumns<ExportedReport> = [
  ['Dilaporkan (WIB)', (report) => csvTime(report.created_at)],
  ['Jenis', (report) => nameOf(subjectNames, report.subject_type)],
  ['Postingan', (report) => report.food_name],
  ['Komentar', (report) => report.comment ?? ''],
  ['Pemilik', (report) => report.owner_name],
  ['Pelapor', (report) => report.reporter_name ?? ''],
  ['Alasan', (report) => report.reason],
  ['Status', (report) => nameOf(statusNames, report.status)],
  ['Diputuskan', (report) => csvTime(report.decided_at)],
  ['Oleh', (report) => report.decided_by_name ?? ''],
  ['Alasan keputusan', (report) => report.decision_reason ?? ''],
];

/** GET /export/laporan.csv answers all reports as a file, or those of one status. */
export const mountReportExport = (app: FastifyInstance, gate: Gate, platform: Platform): void =>
  mountCsvExport(app, gate, platform, {
    name: 'laporan',
    filter: reportExportFilter,
    record: (tx, admin, filter) =>
      recordAction(tx, admin, {
        action: 'export_reports',
        target: { type: 'list', id: 'laporan' },
        details: { filter },
      }),
    columns,
    findBatch: (filter, before, limit) => findReportsToExport(platform.database, filter, before, limit),
  });
