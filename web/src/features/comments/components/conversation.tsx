import type { Comment } from '@lapau/contract/comments';
import { memo, useState } from 'react';
import { CommentRow } from './comment-row.tsx';
import type { CommentActions } from './comment-row.tsx';
import type { ThreadRow } from './thread-rows.ts';

interface ConversationProps extends ThreadRow, CommentActions {
  sendingIds: ReadonlySet<string>;
  replyTo: Comment | null;
}

/** A comment, and its replies once they are wanted. */
export const Conversation = memo(({ comment, replies, sendingIds, replyTo, ...actions }: ConversationProps) => {
  const [isOpen, setIsOpen] = useState(false);
  // One's own reply is seen on its way.
  const isShown = isOpen || replies.some(({ id }) => sendingIds.has(id));
  if (isShown && !isOpen) setIsOpen(true);

  const row = (shown: Comment) => (
    <CommentRow
      comment={shown}
      isSending={sendingIds.has(shown.id)}
      isAnswered={replyTo?.id === shown.id}
      {...actions}
    />
  );
  return (
    // What is off the screen is not laid out: a long thread stays light.
    <li className="pt-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      {row(comment)}
      {replies.length > 0 && (
        <div className="ml-10">
          <button
            type="button"
            aria-expanded={isShown}
            onClick={() => setIsOpen(!isShown)}
            className="-mt-1 -ml-2 flex min-h-11 items-center gap-2 rounded-small px-2 text-small font-semibold text-muted active:opacity-70"
          >
            <span aria-hidden="true" className="h-px w-6 bg-muted/60" />
            {isShown ? 'Sembunyikan' : `Lihat ${replies.length} balasan`}
          </button>
          {isShown && (
            <ul>
              {replies.map((reply) => (
                <li key={reply.id} className="pt-2">
                  {row(reply)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </li>
  );
});
