import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { cursor, id, moment, pageLimit, requiredText } from './text.ts';

export const appealStatuses = ['pending', 'accepted', 'rejected'] as const;

const appeal_text = requiredText(limits.reason, { name: 'Keberatan', missing: 'Keberatan tidak boleh kosong.' });
const submitted = z.strictObject({ submitted: z.literal(true) });

/**
 * The `current` of account_suspended and warung_suspended, only in the answer to a sign-in with the right password: the reason, and
 * the token with which submit_appeal takes one text for half an hour; null once an appeal was sent, or when none is possible.
 */
const suspensionNotice = z.strictObject({
  reason: z.string(),
  appeal: z.nullable(openEnum(appealStatuses)),
  /** The text with which an admin has answered the appeal; empty without an answer or without a text in it. */
  appeal_answer: z.string(),
  appeal_token: z.nullable(z.string()),
});
export type SuspensionNotice = z.infer<typeof suspensionNotice>;

/** Stores the one text that a suspended person may send about a suspension; the same text again gets the same answer. */
export const submit_appeal = call({
  access: 'public',
  writes: true,
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)), appeal_text }),
  output: submitted,
  errors: ['invalid_token', 'appeal_sent'],
});

/** Stores one text against the removal of one's own post, comment or message; the notification of it has the `decision_id`. */
export const appeal_removal = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ decision_id: id, appeal_text }),
  output: submitted,
  errors: ['decision_not_found', 'appeal_sent'],
});

/** What has become of one's own appeal against a removal: null while none was sent. */
export const get_my_appeal = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ decision_id: id }),
  output: z.strictObject({
    appeal: z.nullable(
      z.strictObject({
        content: z.string(),
        status: openEnum(appealStatuses),
        created_at: moment,
        /** The text with which an admin has answered; empty without an answer or without a text in it. */
        answer: z.string(),
      }),
    ),
  }),
  errors: ['decision_not_found'],
});

const pendingAppeal = z.strictObject({
  id,
  created_at: moment,
  content: z.string(),
  user_id: id,
  full_name: z.string(),
  /** The decision that the appeal is against. */
  decision,
  /** Whether the admin who asks made that decision: another admin had better decide. */
  is_by_me: z.boolean(),
  /** Whether the appeal is that of the admin who asks: somebody else decides. */
  is_own: z.boolean(),
  version: z.int(),
});
export type PendingAppeal = z.infer<typeof pendingAppeal>;

/** Appeals that wait, the longest waiting first; `after` is the last of the page before. */
export const get_pending_appeals = call({
  access: 'admin',
  writes: false,
  input: z.strictObject({ after: z.optional(cursor), limit: pageLimit }),
  output: z.array(pendingAppeal),
  errors: [],
});

/** Accepting an appeal against a suspension lifts it; what was deleted may be posted again. */
export const decide_appeal = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ appeal_id: id, accepted: z.boolean(), ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ status: openEnum(['accepted', 'rejected']), decision }),
  errors: ['appeal_not_found', 'already_decided', 'own_case', 'last_admin', 'own_account'],
});
