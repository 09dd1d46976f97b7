import { hasVisibleCharacter } from '@lapau/contract/text-checks';
import { notifyManager, useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/session.tsx';
import { addComment } from '../api.ts';
import type { NewComment } from '../api.ts';
import { asStored } from '../components/thread-rows.ts';
import { idFor, useCommentDraft, withUnsent } from './comment-drafts.ts';

/** Sends what is written under a post; it shows at once, and comes back to the input when it cannot be sent. */
export function useSend(postId: string): () => void {
  const { user, profile } = useMember();
  const [desk, change] = useCommentDraft(postId);
  // Its ends are heard although the comments are closed meanwhile.
  const { mutate } = useMutation({
    ...addComment,
    onSuccess: (comment, sent: NewComment, ...rest) => {
      addComment.onSuccess?.(comment, sent, ...rest);
      // After the comment itself is on the screen, or there would be none in between.
      notifyManager.schedule(() =>
        change(({ sending }) => ({ unsent: null, sending: sending.filter(({ id }) => id !== sent.id) })),
      );
    },
    onError: (error, sent: NewComment) => {
      change((now) => withUnsent(now, sent, error instanceof ApiError ? error.code : undefined));
    },
  });

  return () => {
    const content = desk.text.trim();
    if (!hasVisibleCharacter(content)) return;
    const { replyTo } = desk;
    const comment: NewComment = { id: idFor(desk, content, replyTo), postId, content, replyTo };
    const { full_name, avatar_url } = user.user_metadata;
    const shown = asStored(comment, { user_id: user.id, full_name, avatar_url, is_admin: profile.role === 'admin' });
    change(({ sending }) => ({ text: '', replyTo: null, sending: [...sending, { ...comment, shown }] }));
    mutate(comment);
  };
}
