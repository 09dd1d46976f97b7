import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { id, moment, requiredText } from './text.ts';

const reason = requiredText(limits.reason, {
  name: 'Alasan laporan',
  missing: 'Alasan laporan tidak boleh kosong.',
});
const reported = z.strictObject({ reported: z.literal(true) });

/** Reports somebody else's post; a second report while one is open changes nothing (D29). */
export const create_report = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ reported_post_id: id, reason }),
  output: reported,
  errors: ['post_not_found', 'own_post'],
});

/** Reports somebody else's comment (D54). */
export const report_comment = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ reported_comment_id: id, reason }),
  output: reported,
  errors: ['comment_not_found', 'own_comment'],
});

/**
 * Reports the other person's message: it and the five before it are stored as they are (D73). A second report while one is
 * open adds nothing; `block` blocks the person in any case.
 */
export const report_message = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ message_id: id, reason, block: z._default(z.boolean(), false) }),
  output: reported,
  errors: ['message_not_found', 'own_message'],
});

/** What a report of a message stored, oldest first. Reading it is audited (D73). */
export const get_message_report = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ report_id: id }),
  output: z.strictObject({
    id,
    reason: z.string(),
    status: z.enum(['pending', 'dismissed', 'resolved']),
    created_at: moment,
    /** Null when the account is deleted. */
    reporter_name: z.nullable(z.string()),
    reported_user_id: z.nullable(id),
    /** When it was reported. */
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
