import { limits } from '@lapau/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { SendForm } from '../../../ui/fields/send-form.tsx';
import { threadQuery } from '../api.ts';
import { useCommentDraft } from './comment-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

/** The input for a comment or a reply. */
export function CommentBox({ postId, input }: { postId: string; input: RefObject<HTMLTextAreaElement | null> }) {
  const [{ text, replyTo, problem }, { change }] = useCommentDraft(postId);
  const { data: thread } = useQuery({ ...threadQuery(postId), enabled: false });
  // The name is that of the thread, not of the draft: the person may have been blocked or suspended since.
  const answered = replyTo && thread?.comments.find(({ id }) => id === replyTo.id);
  const send = useSendComment(postId);

  return (
    <SendForm
      placeholder={answered ? `Balas ke ${answered.full_name}...` : replyTo ? 'Tulis balasan...' : 'Tulis komentar...'}
      what="Komentar"
      text={text}
      maxLength={limits.comment}
      problem={problem}
      onChange={(typed) => change(() => ({ text: typed, problem: null }))}
      onSend={send}
      input={input}
    />
  );
}
