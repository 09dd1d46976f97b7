import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { feedPost } from './posts.ts';
import { cursor, id, line, moment, pageLimit } from './text.ts';

/** A stall as every member sees it; phone and WhatsApp are public by purpose (D49). */
export const warung = z.strictObject({
  id,
  name: z.string(),
  bio: z.string(),
  address: z.string(),
  nagari: z.string(),
  avatar_url: z.nullable(z.string()),
  phone_number: z.string(),
  whatsapp_number: z.string(),
  is_open: z.boolean(),
  updated_at: moment,
  created_at: moment,
});
export type Warung = z.infer<typeof warung>;

/** Visible stalls whose name contains the search, newest first (D11, D14). */
export const list_warungs = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    search_term: z._default(line(limits.name), ''),
    before: z.optional(cursor),
    limit: pageLimit,
  }),
  output: z.array(warung),
  errors: [],
});

/** One visible stall. */
export const get_warung = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ warung_id: id }),
  output: warung,
  errors: ['warung_not_found'],
});

/** A stall's menu, newest first, the sold-out dishes too. */
export const get_warung_menu = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ warung_id: id, before: z.optional(cursor), limit: pageLimit }),
  output: z.array(feedPost),
  errors: ['warung_not_found'],
});

/** Suspends a stall and signs its seller out, or lifts it (D7, D11). Idempotent with the wanted state `suspended`. */
export const toggle_warung_suspension = call({
  access: 'admin',
  writes: true,
  input: z.strictObject({ warung_id: id, suspended: z.optional(z.boolean()) }),
  output: z.strictObject({ is_suspended: z.boolean() }),
  errors: ['warung_not_found', 'own_account'],
});
