import type { Comment } from '@lapau/contract/comments';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ComponentType, RefObject } from 'react';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { useWaitingWord } from '../../../ui/waiting/waiting-for-signal.tsx';
import { useDecision } from '../../decisions/components/use-decision.tsx';
import { commentDeletions, threadQuery, withoutComments } from '../api.ts';
import { useCommentDraft } from '../composer/comment-drafts.ts';
import { useSendingComments } from '../composer/use-send-comment.ts';
import { useThreadRealtime } from '../realtime.ts';
import { CommentSkeletons } from './comment-skeletons.tsx';
import { CommentStatus } from './comment-status.tsx';
import { CommentWithReplies } from './comment-with-replies.tsx';
import { removalQuestion } from './removal-question.ts';
import { threadRows } from './thread-rows.ts';
import { useProgressiveCount } from './use-progressive-count.ts';

export type CommentThreadProps = {
  postId: string;
  /** The dialog of the feature reports, which only composing features may import. */
  ReportDialog: ComponentType<{
    open: boolean;
    onClose: () => void;
    about: { comment: string };
    isCommentGone: boolean;
  }>;
  /** Whether the post is gone: open dialogs and typed texts stay, and nothing else shows. */
  isGone: boolean;
};

/** A post's comments, updated in realtime. */
export function CommentThread({
  postId,
  ReportDialog,
  isGone,
  input,
}: CommentThreadProps & {
  /** The input, to which 'Balas' moves the focus. */
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { user } = useMember();
  const { data, error, isError, isFetching, isFetchedAfterMount, refetch } = useQuery(threadQuery(postId));
  useThreadRealtime(postId);
  const [{ replyTo }, { change: changeDraft }] = useCommentDraft(postId);
  const isAnsweredGone = replyTo !== null && data !== undefined && !data.comments.some(({ id }) => id === replyTo.id);
  const isAnswerLost = isAnsweredGone && isFetchedAfterMount && !isFetching;
  useEffect(() => {
    if (isAnswerLost) changeDraft(() => ({ replyTo: null }));
  }, [isAnswerLost, changeDraft]);
  const { comments: sending, isWaiting, later, takeBack } = useSendingComments(postId);
  const waitingWord = useWaitingWord();
  const deletions = usePendingChanges(commentDeletions);
  const hasRows = data !== undefined || (isError && sending.length > 0);
  const rows = hasRows ? threadRows(withoutComments(data?.comments ?? [], deletions), sending) : undefined;
  const sendingIds = new Set(sending.map(({ id }) => id));
  const shownCount = useProgressiveCount(rows?.length ?? 0);
  const [dialog, setDialog] = useState<{ action: 'delete' | 'report'; comment: Comment; open: boolean }>();

  const onReply = useCallback(
    (comment: Comment | null) => {
      changeDraft(() => ({ replyTo: comment }));
      if (comment) input.current?.focus();
    },
    [changeDraft, input],
  );
  const { ask, dialog: decision } = useDecision();
  const onDelete = useCallback(
    (comment: Comment) =>
      comment.user_id === user.id
        ? setDialog({ action: 'delete', comment, open: true })
        : ask(removalQuestion(comment)),
    [user.id, ask],
  );
  const onReport = useCallback((comment: Comment) => setDialog({ action: 'report', comment, open: true }), []);
  const close = () => setDialog((before) => before && { ...before, open: false });

  if (!rows && !isGone) {
    return isError ? (
      <LoadFailure
        drawing="chat"
        title="Gagal memuat komentar."
        retryVariant="quiet"
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <CommentSkeletons />
    );
  }
  return (
    <>
      {!isGone && rows && (
        <>
          <CommentStatus
            last={data?.comments.at(-1)}
            waitingCount={isWaiting ? sending.length : 0}
            waiting={later ?? waitingWord}
            userId={user.id}
          />
          {rows.length === 0 ? (
            <EmptyState drawing="chat" title="Jadilah yang pertama berkomentar!" />
          ) : (
            <ul aria-label="Komentar" className="grid grid-cols-1">
              {rows.slice(0, shownCount).map((row) => (
                <CommentWithReplies
                  key={row.comment.id}
                  {...row}
                  sendingIds={sendingIds}
                  waiting={isWaiting ? (later ?? waitingWord) : undefined}
                  onTakeBack={takeBack}
                  replyTo={replyTo}
                  onReply={onReply}
                  onDelete={onDelete}
                  onReport={onReport}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {dialog?.action === 'delete' && (
        <DeleteCommentDialog comment={dialog.comment} open={dialog.open} onClose={close} />
      )}
      {decision}
      {dialog?.action === 'report' && (
        <ReportDialog
          open={dialog.open}
          onClose={close}
          about={{ comment: dialog.comment.id }}
          isCommentGone={isGone || (data !== undefined && !data.comments.some(({ id }) => id === dialog.comment.id))}
        />
      )}
    </>
  );
}

function DeleteCommentDialog({ comment, open, onClose }: { comment: Comment; open: boolean; onClose: () => void }) {
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Hapus Komentar?"
      text="Tindakan ini tidak dapat dibatalkan. Komentar Anda akan dihapus secara permanen."
      verb="Hapus"
      onConfirm={() => commentDeletions.submit({ id: comment.id, postId: comment.post_id })}
    />
  );
}
