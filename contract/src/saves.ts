import * as z from 'zod/mini';
import { call } from './call.ts';
import { feedPost } from './posts.ts';
import { cursor, id, pageLimit } from './text.ts';

/**
 * Saves a post or removes it from the saved ones; idempotent with the wanted state `saved`. With it `alert` says whether the person wants to
 * be told when the dish is cooked again; without `alert` that stays, and a post that is removed takes it along. Posts without a stall and
 * one's own dishes have none.
 */
export const toggle_save_post = call({
  access: 'member',
  writes: true,
  input: z
    .strictObject({ post_id_to_toggle: id, saved: z.optional(z.boolean()), alert: z.optional(z.boolean()) })
    .check(
      z.refine(({ saved, alert }) => alert === undefined || saved === true, {
        error: 'Kabar hanya untuk masakan yang disimpan.',
      }),
    ),
  output: z.strictObject({ is_saved: z.boolean(), has_alert: z.boolean() }),
  errors: ['post_not_found'],
});

/** One's saved posts that are visible, last saved first. `before` is the last row's saved_at and id. */
export const get_saved_posts = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ before: z.optional(cursor), limit: pageLimit }),
  output: z.array(z.extend(feedPost, { savedAt: z.string(), hasAlert: z.boolean() })),
  errors: [],
});
