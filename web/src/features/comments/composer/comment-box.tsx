import { limits } from '@lapau/contract/limits';
import { hasVisibleCharacter, tooLong } from '@lapau/contract/text-checks';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyles } from '../../../ui/field.tsx';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCommentDraft } from './comment-drafts.ts';
import { useSendComment } from './use-send-comment.ts';

/** The input for a comment or a reply. */
export function CommentBox({ postId }: { postId: string }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [{ text, replyTo }, { change }] = useCommentDraft(postId);
  const send = useSendComment(postId);
  const overLimit = tooLong(text, limits.comment);
  const errorId = useId();
  const placeholder = replyTo ? `Balas ke ${replyTo.full_name}...` : 'Tulis komentar...';

  const lastReplyTo = useRef(replyTo?.id);
  useEffect(() => {
    // 'Balas' moves the focus to the input.
    if (replyTo && replyTo.id !== lastReplyTo.current) input.current?.focus();
    lastReplyTo.current = replyTo?.id;
  }, [replyTo]);

  function onKeyDown(event: KeyboardEvent) {
    // Enter sends on devices with a mouse; on a phone it is the only way to type a new line.
    const isSendKey = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSendKey || !window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (!overLimit) send();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
        input.current?.focus();
      }}
      className="grid grid-cols-[1fr_auto] items-end gap-x-1 gap-y-1.5"
    >
      <GrowingTextarea
        ref={input}
        aria-label={placeholder}
        placeholder={placeholder}
        aria-invalid={overLimit ? true : undefined}
        aria-describedby={overLimit && errorId}
        value={text}
        onChange={(event) => change(() => ({ text: event.target.value }))}
        onKeyDown={onKeyDown}
        className={classNames(controlStyles, 'max-h-32')}
      />
      <IconButton
        type="submit"
        name="Kirim"
        icon={<SendHorizontal className="size-6" />}
        disabled={!hasVisibleCharacter(text) || overLimit !== undefined}
        className="mb-0.5 text-gold"
      />
      {overLimit && (
        <p id={errorId} className="col-span-full text-small text-red-text">
          {overLimit}
        </p>
      )}
    </form>
  );
}
