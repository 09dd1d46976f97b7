import type { Comment } from '@lapau/contract/comments';
import { Flag, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { Waiting } from '../../../ui/waiting/waiting-for-signal.tsx';

export type CommentActions = {
  /** Starts a reply to a comment, or cancels the reply with null. */
  onReply: (comment: Comment | null) => void;
  onDelete: (comment: Comment) => void;
  onReport: (comment: Comment) => void;
  /** Puts the text of a comment that waits back into the input. */
  onTakeBack: (id: string) => void;
};

type CommentRowProps = CommentActions & {
  comment: Comment;
  isSending: boolean;
  /** The reason why a comment that is being sent has not arrived, once that is known. */
  waiting: string | undefined;
  /** Whether the reply being written answers this comment. */
  isReplyTarget: boolean;
};

export const CommentRow = memo(
  ({ comment, isSending, waiting, isReplyTarget, onReply, onDelete, onReport, onTakeBack }: CommentRowProps) => {
    const row = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!isSending) return;
      // Scrolls to one's own new comment; again in the next frame, as rows passed on the way get their heights only then.
      const scrollToRow = () => row.current?.scrollIntoView({ block: 'nearest' });
      scrollToRow();
      const frame = requestAnimationFrame(scrollToRow);
      return () => cancelAnimationFrame(frame);
    }, [isSending]);

    return (
      <div
        ref={row}
        className={classNames(
          'flex scroll-mb-(--above-input,0.75rem) gap-2.5 transition-opacity',
          isSending && !waiting && 'opacity-60',
        )}
      >
        <Avatar name={comment.full_name} src={comment.avatar_url} size="small" />
        <div className="min-w-0 flex-1">
          <p className="own-box flex flex-wrap items-center gap-x-1.5 leading-snug font-semibold">
            <bdi>{comment.full_name}</bdi>
            {comment.is_admin && <AdminBadge />}
          </p>
          <p dir="auto" className="whitespace-pre-line">
            {comment.content}
          </p>
          <p className="-my-1 flex min-h-11 items-center gap-1.5 text-small text-muted">
            {!isSending ? (
              <TimeAgo time={comment.created_at} />
            ) : waiting ? (
              <Waiting>{waiting}</Waiting>
            ) : (
              <span>Mengirim...</span>
            )}
            {isSending && waiting && (
              <button
                type="button"
                onClick={() => onTakeBack(comment.id)}
                className="min-h-11 min-w-11 shrink-0 rounded-small px-2 font-semibold active:opacity-70"
              >
                Batal
              </button>
            )}
            {!isSending && (
              <button
                type="button"
                onClick={() => onReply(isReplyTarget ? null : comment)}
                className="min-h-11 min-w-11 shrink-0 rounded-small px-2 font-semibold active:opacity-70"
              >
                {isReplyTarget ? 'Batal' : 'Balas'}
              </button>
            )}
          </p>
        </div>
        <span className={classNames('-mt-2.5 -mr-2.5 text-muted', isSending && 'invisible')}>
          <CommentMenu comment={comment} onDelete={onDelete} onReport={onReport} />
        </span>
      </div>
    );
  },
);

/** Authors delete their comments, others report them; an admin can do both with comments of others. */
function CommentMenu({ comment, onDelete, onReport }: Pick<CommentRowProps, 'comment' | 'onDelete' | 'onReport'>) {
  const { user, profile } = useMember();
  const isOwn = comment.user_id === user.id;
  const actions: (MenuAction | false)[] = [
    !isOwn && {
      label: 'Laporkan',
      icon: <Flag aria-hidden="true" className="size-5" />,
      onSelect: () => onReport(comment),
    },
    (isOwn || profile.role === 'admin') && {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className="size-5" />,
      danger: true,
      onSelect: () => onDelete(comment),
    },
  ];
  return <Menu name={`Menu komentar ${comment.full_name}`} actions={actions.filter((action) => action !== false)} />;
}
