import { limits } from '@lapau/contract/limits';
import { useEffect, useRef } from 'react';
import { SendForm } from '../../../ui/send-form.tsx';
import { useCommentDraft } from './comment-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

/** The input for a comment or a reply. */
export function CommentBox({ postId }: { postId: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [{ text, replyTo }, { change }] = useCommentDraft(postId);
  const send = useSendComment(postId);

  const lastReplyTo = useRef(replyTo?.id);
  useEffect(() => {
    // 'Balas' moves the focus to the input.
    if (replyTo && replyTo.id !== lastReplyTo.current) input.current?.focus();
    lastReplyTo.current = replyTo?.id;
  }, [replyTo]);

  return (
    <SendForm
      placeholder={replyTo ? `Balas ke ${replyTo.full_name}...` : 'Tulis komentar...'}
      text={text}
      maxLength={limits.comment}
      onChange={(typed) => change(() => ({ text: typed }))}
      onSend={send}
      input={input}
    />
  );
}
