import { limits } from '@lapau/contract/limits';
import { AppError } from '../../platform/errors/app-error.ts';
import { addressGroupOf } from '../../platform/http/address.ts';
import type { Handlers } from '../../platform/http/gate.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Moderation } from '../posts/rules-delete.ts';
import { findThread } from './queries.ts';
import { deleteComment } from './rules-delete.ts';
import { addComment } from './rules.ts';

export const commentsCalls = (
  platform: Platform,
  moderation: Moderation,
): Handlers<'get_comments_for_post' | 'add_comment' | 'delete_comment'> => ({
  get_comments_for_post: async ({ input, actor }) => {
    const thread = await findThread(platform.database, actor.id, input, limits.commentPage);
    if (thread === null) throw new AppError('post_not_found');
    return thread;
  },
  add_comment: ({ input, actor, http }) => {
    const { config, storedLimits } = platform;
    const writing = {
      free: config.limits.unanswered,
      stored: storedLimits,
      addressGroup: addressGroupOf(http.request),
    };
    return platform.transaction((tx) => addComment(tx, actor, input, writing));
  },
  delete_comment: ({ input, actor }) => platform.transaction((tx) => deleteComment(tx, actor, input, moderation)),
});
