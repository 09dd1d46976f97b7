import * as z from 'zod/mini';
import { call } from './call.ts';
import { openEnum } from './open-enum.ts';
import { cursor, id, line, moment, pageLimit } from './text.ts';

/** The actions that are written to the log: calls, downloads of lists by admins, and commands of the server's operator. */
export const auditedActions = [
  'approve_seller_application',
  'reject_seller_application',
  'handle_report',
  'get_message_report',
  'decide_appeal',
  'undo_decision',
  'toggle_user_suspension',
  'toggle_warung_suspension',
  'update_user_by_admin',
  'delete_user_by_admin',
  'request_recovery_code',
  'create_recovery_code',
  'reset_password_with_code',
  'confirm_sign_in_with_code',
  'update_warung_by_admin',
  'delete_warung_by_admin',
  'create_warung_post',
  'update_post_by_admin',
  'create_admin_post',
  'update_post',
  'delete_post',
  'delete_comment',
  'create_banner',
  'update_banner',
  'set_banner_active',
  'delete_banner',
  'update_app_setting',
  'add_spellings',
  'delete_spellings',
  'export_users',
  'export_warungs',
  'export_reports',
  'export_weeks',
  'create_first_admin',
  'make_admin_by_operator',
  'reset_admin_by_operator',
] as const;
export type AuditedAction = (typeof auditedActions)[number];

const auditEntry = z.strictObject({
  id,
  created_at: moment,
  /** Null when the account is deleted; the name is the one that the person had at the time. */
  actor_id: z.nullable(id),
  actor_name: z.string(),
  /** One of auditedActions, or an action of another release. */
  action: openEnum(auditedActions),
  target_type: z.string(),
  target_id: z.string(),
  /** The person concerned, while there is one. */
  target_user_id: z.nullable(id),
  target_user_name: z.nullable(z.string()),
  reason: z.string(),
  /** Further facts: names, and values before and after the action. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What admins did, newest first; it can be filtered by the person who did it or whom it concerned, by call and by item. */
export const get_audit_log = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({
    before: z.optional(cursor),
    limit: pageLimit,
    person_id: z.optional(id),
    action: z.optional(line(80)),
    target_id: z.optional(line(80)),
  }),
  output: z.array(auditEntry),
  errors: [],
});
