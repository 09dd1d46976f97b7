import { limits } from '@lapau/contract/limits';
import type { RefObject } from 'react';
import { SendForm } from '../../../ui/send-form.tsx';
import { useCommentDraft } from './comment-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

/** The input for a comment or a reply. */
export function CommentBox({ postId, input }: { postId: string; input: RefObject<HTMLTextAreaElement | null> }) {
  const [{ text, replyTo }, { change }] = useCommentDraft(postId);
  const send = useSendComment(postId);

  return (
    <SendForm
      placeholder={replyTo ? `Balas ke ${replyTo.full_name}...` : 'Tulis komentar...'}
      what="Komentar"
      text={text}
      maxLength={limits.comment}
      onChange={(typed) => change(() => ({ text: typed }))}
      onSend={send}
      input={input}
    />
  );
}
