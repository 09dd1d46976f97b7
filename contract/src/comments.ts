import * as z from 'zod/mini';
import { call } from './call.ts';
import { decidedVersion, decision, reasonFields } from './decisions.ts';
import { limits } from './limits.ts';
import { cursor, id, moment, newId, requiredText } from './text.ts';

/** A comment with its author. parent_id is null at the top level; a reply always belongs to a top-level comment. */
export const comment = z.strictObject({
  id,
  post_id: id,
  user_id: id,
  parent_id: z.nullable(id),
  content: z.string(),
  created_at: moment,
  /** The stall's name if there is a stall, else the person's. */
  full_name: z.string(),
  is_warung: z.boolean(),
  /** Shown as the badge 'Admin' beside the name. */
  is_admin: z.boolean(),
  avatar_url: z.nullable(z.string()),
});
export type Comment = z.infer<typeof comment>;

/**
 * A post's visible comments, oldest first, including replies; at most 500 a page, `after` is the last one the client
 * has.
 */
export const get_comments_for_post = call({
  access: 'member',
  writes: false,
  input: z.strictObject({ p_post_id: id, after: z.optional(cursor) }),
  output: z.array(comment),
  errors: ['post_not_found'],
});

/** Adds a comment or a reply. */
export const add_comment = call({
  access: 'member',
  writes: true,
  storesText: true,
  input: z.strictObject({
    id: newId,
    post_id_to_comment_on: id,
    comment_content: requiredText(limits.comment, { name: 'Komentar' }),
    /** The comment replied to, of any level, on the same post. */
    parent_comment_id: z._default(z.nullable(id), null),
  }),
  output: comment,
  errors: [
    'post_not_found',
    'comment_not_found',
    'comment_refused',
    'too_many_unanswered',
    'too_many_comments',
    'id_conflict',
    'already_deleted',
  ],
});

/**
 * Deletes a comment of one's own and its replies. An admin may delete any, by a decision as with a post. No error if
 * it is deleted already.
 */
export const delete_comment = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ comment_id: id, ...reasonFields, version: decidedVersion }),
  output: z.strictObject({ deleted: z.boolean(), decision: z.nullable(decision) }),
  errors: ['comment_forbidden', 'image_delete_failed', 'already_decided'],
});
