import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { reportComment, reportPost } from './rules.ts';

export const reportsCalls = (platform: Platform): Handlers<'create_report' | 'report_comment'> => ({
  create_report: async ({ input, actor }) => {
    await platform.transaction((tx) => reportPost(tx, actor, input.reported_post_id, input.reason));
    return { reported: true };
  },
  report_comment: async ({ input, actor }) => {
    await platform.transaction((tx) => reportComment(tx, actor, input.reported_comment_id, input.reason));
    return { reported: true };
  },
});
