import * as z from 'zod/mini';
import { call } from './call.ts';
import { id } from './text.ts';

/** Likes or unlikes a post. With the wanted state `liked` a retry changes nothing; without it the call toggles. */
export const toggle_like = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ post_id_to_toggle: id, liked: z.optional(z.boolean()) }),
  output: z.strictObject({ is_liked: z.boolean(), likes: z.int() }),
  errors: ['post_not_found'],
});
