import * as z from 'zod/mini';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { feedPost } from './posts.ts';
import { cursor, line, pageLimit } from './text.ts';

/** Visible posts, newest first, a page at a time. */
export const get_feed = call({
  access: 'member',
  writes: false,
  input: z.strictObject({
    search_term: z._default(line(limits.foodName), ''),
    /** The nagari to show; empty stands for 'Semua Nagari'. */
    nagari_filter: z._default(line(limits.addressPart), ''),
    include_admin_posts: z._default(z.boolean(), true),
    only_open: z._default(z.boolean(), false),
    before: z.optional(cursor),
    limit: pageLimit,
  }),
  output: z.array(feedPost),
  errors: [],
});

const nagariOption = z.strictObject({ nagari: z.string(), count: z.int(), open_count: z.int() });
export type NagariOption = z.infer<typeof nagariOption>;

/**
 * Nagari with at least one visible dish, in the commonest spelling of their stalls, by name. `count` is how many
 * posts get_feed lists with this filter, `open_count` how many with `only_open`.
 */
export const get_unique_nagari_options = call({
  access: 'member',
  writes: false,
  input: z.strictObject({}),
  output: z.array(nagariOption),
  errors: [],
});
