import { z } from 'zod';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { feedPost } from './posts.ts';
import { cursor, line, pageLimit } from './text.ts';

/** Visible posts, newest first, a page at a time (D11, D12, D14). */
export const get_feed = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    search_term: line(limits.foodName).default(''),
    /** Empty for 'Semua Nagari'. */
    nagari_filter: line(limits.addressPart).default(''),
    include_admin_posts: z.boolean().default(true),
    only_open: z.boolean().default(false),
    before: cursor.optional(),
    limit: pageLimit,
  }),
  output: z.array(feedPost),
  errors: [],
});

/** Nagari with at least one visible stall, in the commonest spelling, by name (D11, D13). */
export const get_unique_nagari_options = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ nagari: z.string() })),
  errors: [],
});
