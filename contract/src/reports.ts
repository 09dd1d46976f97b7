import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { id, requiredText } from './text.ts';

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
