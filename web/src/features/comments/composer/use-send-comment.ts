import { cleanText } from '@lapau/contract/typed-text';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { useOutbox, useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import type { NewComment } from '../api.ts';
import { optimisticComment } from '../components/thread-rows.ts';
import type { SendingComment } from '../components/thread-rows.ts';
import { commentIdFor, draftOf, emptyDraft, useCommentDraft } from './comment-drafts.ts';
import { returnToDraft, sendingComments } from './sending-comments.ts';

type Sending = {
  /** One's comments under a post that are not confirmed yet, in the order of sending. */
  comments: SendingComment[];
  /** Whether the comments wait for the signal. */
  isWaiting: boolean;
  /** The reason why the server takes the comments only later, if it has given one. */
  later: string | null;
  /** Takes a comment back into the input. A comment whose request is under way may still arrive. */
  takeBack: (id: string) => void;
};

export function useSendingComments(postId: string): Sending {
  const { user } = useMember();
  const { isStuck, later } = useOutbox(sendingComments, postId);
  const entries = useOutboxEntries(sendingComments).filter(({ subject, held }) => subject === postId && !held);
  return {
    comments: entries.map(({ change }) => change),
    isWaiting: isStuck,
    later,
    takeBack: (commentId) => {
      const entry = entries.find(({ change }) => change.id === commentId);
      if (!entry) return;
      void outbox.remove([entry.id]);
      returnToDraft(user.id, entry.change);
    },
  };
}

/** Sends the draft under a post, which has a text. The comment shows at once; if the server refuses it, its text returns to the draft. */
export function useSendComment(postId: string): () => void {
  const { user, profile, warung } = useMember();
  const { submit } = useOutbox(sendingComments, postId);
  const [draft] = useCommentDraft(postId);

  return () => {
    const content = cleanText(draft.text);
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
    const stored = draftOf(user.id, postId);
    stored.show(emptyDraft);
    // The draft stays on the device until the outbox has stored the comment.
    void submit({ ...comment, shown }, { onStored: () => stored.store() });
  };
}
