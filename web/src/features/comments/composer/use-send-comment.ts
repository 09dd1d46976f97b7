import type { Comment } from '@lapau/contract/comments';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { createOptimisticChanges, usePendingChanges } from '../../../lib/optimistic-changes.ts';
import { retryTransient } from '../../../lib/query.ts';
import { useMember } from '../../../lib/session.tsx';
import { addComment, cacheComment } from '../api.ts';
import type { NewComment } from '../api.ts';
import { optimisticComment } from '../components/thread-rows.ts';
import type { SendingComment } from '../components/thread-rows.ts';
import { beginSending, commentIdFor, draftOf, useCommentDraft, restoreUnsent } from './comment-drafts.ts';

/** Comments that are sent and not confirmed yet, of all posts. */
const sendingComments = createOptimisticChanges<SendingComment, Comment>({
  send: addComment,
  applyAnswer: (client, _sent, comment) => {
    cacheComment(client, comment);
    draftOf(comment.user_id, comment.post_id).store();
  },
  onError: ({ shown, ...comment }, error) =>
    draftOf(shown.user_id, comment.postId).change((draft) =>
      restoreUnsent(draft, comment, error instanceof ApiError ? error.code : undefined),
    ),
  retry: retryTransient,
});

/** One's comments under a post that are not confirmed yet, in the order of sending. */
export function useSendingComments(postId: string): SendingComment[] {
  const { user } = useMember();
  const pending = usePendingChanges(sendingComments);
  return useMemo(
    () => [...pending.values()].filter(({ shown }) => shown.post_id === postId && shown.user_id === user.id),
    [pending, postId, user.id],
  );
}

/** Sends the draft under a post, which has a text. The comment shows at once; if it cannot be sent, its text returns to the draft. */
export function useSendComment(postId: string): () => void {
  const client = useQueryClient();
  const { user, profile, warung } = useMember();
  const [draft] = useCommentDraft(postId);

  return () => {
    const content = draft.text.trim();
    const { replyTo } = draft;
    const comment: NewComment = { id: commentIdFor(draft, content, replyTo), postId, content, replyTo };
    const { full_name, avatar_url } = user.user_metadata;
    const shown = optimisticComment(comment, {
      user_id: user.id,
      full_name,
      is_warung: warung !== null,
      avatar_url,
      is_admin: profile.role === 'admin',
    });
    beginSending(user.id, comment);
    sendingComments.submit(client, { ...comment, shown }, { failed: 'Gagal mengirim komentar.' });
  };
}
