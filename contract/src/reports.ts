import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { cursor, id, moment, pageLimit, requiredText } from './text.ts';

export const reportSubjects = ['post', 'comment', 'message'] as const;
export const reportStatuses = ['pending', 'dismissed', 'resolved'] as const;

const reason = requiredText(limits.reason, {
  name: 'Alasan laporan',
  missing: 'Alasan laporan tidak boleh kosong.',
});
const reported = z.strictObject({ reported: z.literal(true) });

/** Reports somebody else's post; a second report while one is open changes nothing. */
export const create_report = call({
  access: 'member',
  writes: true,
  storesText: true,
  input: z.strictObject({ reported_post_id: id, reason }),
  output: reported,
  errors: ['post_not_found', 'own_post', 'too_many_reports'],
});

/** Reports somebody else's comment. */
export const report_comment = call({
  access: 'member',
  writes: true,
  storesText: true,
  input: z.strictObject({ reported_comment_id: id, reason }),
  output: reported,
  errors: ['comment_not_found', 'own_comment', 'too_many_reports'],
});

/**
 * Reports the other person's message: it and the five before it are stored as they are. A second report while one is
 * open adds nothing; `block` blocks the person in any case.
 */
export const report_message = call({
  access: 'member',
  writes: true,
  storesText: true,
  input: z.strictObject({ message_id: id, reason, block: z._default(z.boolean(), false) }),
  output: reported,
  errors: ['message_not_found', 'own_message', 'too_many_reports'],
});

/** The messages that a report of a message stored, oldest first. Reading them is audited. */
export const get_message_report = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ report_id: id }),
  output: z.strictObject({
    id,
    reason: z.string(),
    status: openEnum(reportStatuses),
    created_at: moment,
    /** Null when the account is deleted. */
    reporter_name: z.nullable(z.string()),
    reported_user_id: z.nullable(id),
    /** The person's name when the message was reported. */
    reported_name: z.string(),
    messages: z.array(
      z.strictObject({
        sender_id: z.nullable(id),
        sender_name: z.string(),
        content: z.string(),
        sent_at: moment,
        is_reported: z.boolean(),
      }),
    ),
  }),
  errors: ['report_not_found'],
});

/** The open reports of one post, comment or message: one item, however many there are. */
const pendingReport = z.strictObject({
  /** The id of the oldest of the reports; handle_report takes it, or that of any other of them. */
  id,
  subject_type: openEnum(reportSubjects),
  subject_id: id,
  version: z.int(),
  /** When the oldest report came. */
  created_at: moment,
  reports_count: z.int(),
  reporter_name: z.nullable(z.string()),
  reason: z.string(),
  /** The oldest twenty reports; `reporter_name` is null when the account is deleted. */
  reports: z.array(
    z.strictObject({ id, reporter_name: z.nullable(z.string()), reason: z.string(), created_at: moment }),
  ),
  /** Null when the post is deleted, or a message was reported. The fields below are as they were at the time of the report. */
  reported_post_id: z.nullable(id),
  reported_post_food_name: z.string(),
  reported_post_images: z.array(z.string()),
  /** The person who posted the post, or wrote the comment or message. */
  reported_post_owner_name: z.string(),
  reported_user_id: z.nullable(id),
  reported_comment: z.nullable(z.string()),
  /** Whether the reported thing is deleted already: a decision then only answers the reporters. */
  is_gone: z.boolean(),
  /** Whether the reported thing is that of the admin who asks: somebody else decides. */
  is_own: z.boolean(),
});
export type PendingReport = z.infer<typeof pendingReport>;

/** Reported things that wait for a decision, the longest waiting first; `after` is the last item of the page before. */
export const get_pending_reports = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ after: z.optional(cursor), limit: pageLimit }),
  output: z.array(pendingReport),
  errors: [],
});

/** Which reports are downloaded as a file by GET /export/laporan.csv: those of a status, or all without one. */
export const reportExportFilter = z.strictObject({
  status: z.optional(z.enum(reportStatuses, { error: 'Bukan status yang dikenal.' })),
});
export type ReportExportFilter = z.infer<typeof reportExportFilter>;

const reportActions = ['dismiss', 'resolve_and_delete'] as const;

/**
 * Decides all open reports of what was reported: dismisses them, or hides the thing at once and deletes it ten seconds
 * later. A message is hidden when it is deleted. Reporters are notified of the outcome, and the author of the reason.
 */
export const handle_report = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({
    p_report_id: id,
    p_action: z.enum(reportActions, { error: 'Bukan keputusan yang dikenal.' }),
    ...reasonFields,
    version: decidedVersion,
  }),
  output: z.strictObject({ status: openEnum(['dismissed', 'resolved']), decision }),
  errors: ['report_not_found', 'already_decided', 'own_case', 'image_delete_failed'],
});
