import * as z from 'zod/mini';
import { call } from './call.ts';
import { cursor, id, line, moment, pageLimit } from './text.ts';

export const auditEntry = z.strictObject({
  id,
  created_at: moment,
  /** Null when the account is deleted; the name is that of the time. */
  actor_id: z.nullable(id),
  actor_name: z.string(),
  /** The name of the call. */
  action: z.string(),
  target_type: z.string(),
  target_id: z.string(),
  /** The person concerned, while there is one. */
  target_user_id: z.nullable(id),
  target_user_name: z.nullable(z.string()),
  reason: z.string(),
  /** What else is known: names, what it was before and after. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What admins did, newest first (D43); filtered by who did it or whom it concerned, by call, and by item. */
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
