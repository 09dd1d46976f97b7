import type { Comment } from '@lapau/contract/comments';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { cacheComment } from '../api.ts';
import type { SendingComment } from '../components/thread-rows.ts';
import { draftOf, restoreUnsent } from './comment-drafts.ts';

/** One's comments that have not arrived yet: one queue a post, in the order of sending. */
export const sendingComments = outbox.register<SendingComment, Comment>({
  name: 'comment',
  request: ({ id, postId, content, replyTo }) => ({
    call: 'add_comment',
    input: {
      id,
      post_id_to_comment_on: postId,
      comment_content: content,
      parent_comment_id: replyTo?.id ?? null,
    },
  }),
  applyAnswer: (client, _sent, comment) => cacheComment(client, comment),
  giveBack: ({ shown, ...comment }, refusal) => {
    if (refusal.code === 'post_not_found') return false;
    returnToDraft(shown.user_id, comment, refusal);
    return true;
  },
  isTyped: true,
  listed: { what: 'Komentar', contentOf: async ({ content }) => ({ text: content }) },
  meta: { failed: 'Gagal mengirim komentar.' },
});

/** Puts the text of a comment that is not sent, or that the server has refused, back into the input. */
export const returnToDraft = (
  userId: string,
  comment: Parameters<typeof restoreUnsent>[1],
  refusal?: Parameters<typeof restoreUnsent>[2],
): void => draftOf(userId, comment.postId).changeOnceRead((draft) => restoreUnsent(draft, comment, refusal));
