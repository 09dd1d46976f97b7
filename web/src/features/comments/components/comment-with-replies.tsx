import type { Comment } from '@lapau/contract/comments';
import { memo, useState } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { CommentRow } from './comment-row.tsx';
import type { CommentActions } from './comment-row.tsx';
import type { ThreadRow } from './thread-rows.ts';

type CommentWithRepliesProps = ThreadRow &
  CommentActions & {
    sendingIds: ReadonlySet<string>;
    /** The reason why comments that are being sent have not arrived, once that is known. */
    waiting: string | undefined;
    replyTo: Comment | null;
  };

/** A top-level comment with its replies, which a button expands. */
export const CommentWithReplies = memo(
  ({ comment, replies, sendingIds, waiting, replyTo, ...actions }: CommentWithRepliesProps) => {
    const [isExpanded, setIsExpanded] = useState(false);
    // One's own reply is shown while it is being sent, and stays shown.
    const isShown = isExpanded || replies.some(({ id }) => sendingIds.has(id));
    if (isShown && !isExpanded) setIsExpanded(true);

    const row = (shown: Comment) => (
      <CommentRow
        comment={shown}
        isSending={sendingIds.has(shown.id)}
        waiting={waiting}
        isReplyTarget={replyTo?.id === shown.id}
        {...actions}
      />
    );
    return (
      // Off-screen comments are not laid out, so that a long thread stays fast. They count with the width they had, so that
      // the list's column must not grow with them when a phone is turned.
      <li className="pt-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
        {row(comment)}
        {replies.length > 0 && (
          <div className="ml-10">
            <button
              type="button"
              aria-expanded={isShown}
              onClick={() => setIsExpanded(!isShown)}
              className="-mt-1 -ml-2 flex min-h-11 items-center gap-2 rounded-small px-2 text-small font-semibold text-muted active:opacity-70"
            >
              <span aria-hidden="true" className="h-px w-6 bg-muted/60" />
              <span>{isShown ? 'Sembunyikan' : `Lihat ${formatCount(replies.length)} balasan`}</span>
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
  },
);
