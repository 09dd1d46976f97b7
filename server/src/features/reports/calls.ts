import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPendingReports } from './queries-decide.ts';
import { handleReport } from './rules-decide.ts';
import { readMessageReport, reportComment, reportMessage, reportPost } from './rules.ts';

type ReportCalls =
  | 'create_report'
  | 'report_comment'
  | 'report_message'
  | 'get_message_report'
  | 'get_pending_reports'
  | 'handle_report';

export const reportsCalls = (platform: Platform): Handlers<ReportCalls> => ({
  create_report: async ({ input, actor }) => {
    await platform.transaction((tx) => reportPost(tx, actor, input.reported_post_id, input.reason));
    return { reported: true };
  },
  report_comment: async ({ input, actor }) => {
    await platform.transaction((tx) => reportComment(tx, actor, input.reported_comment_id, input.reason));
    return { reported: true };
  },
  report_message: async ({ input, actor }) => {
    await platform.transaction((tx) => reportMessage(tx, actor, input));
    return { reported: true };
  },
  get_message_report: ({ input, actor }) => platform.transaction((tx) => readMessageReport(tx, actor, input.report_id)),
  get_pending_reports: ({ input, actor }) => findPendingReports(platform.database, actor.id, input),
  handle_report: ({ input, actor }) => platform.transaction((tx) => handleReport(tx, actor, input)),
});
