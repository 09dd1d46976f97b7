import type { Comment } from '@lapau/contract/comments';
import { useState } from 'react';

type CommentStatusProps = {
  /** The newest comment that the server has. */
  last: Comment | undefined;
  /** How many of one's own comments wait. */
  waitingCount: number;
  waiting: string;
  userId: string;
};

/** Tells when others write while the thread is shown, and how far one's own comment has come. */
export function CommentStatus({ last, waitingCount, waiting, userId }: CommentStatusProps) {
  const [shown] = useState(last?.created_at ?? '');
  const isNew = last && last.created_at > shown;
  return (
    <p role="status" className="sr-only">
      {waitingCount > 0
        ? `${waitingCount} komentar: ${waiting}`
        : isNew && (last.user_id === userId ? 'Komentar terkirim.' : 'Ada komentar baru.')}
    </p>
  );
}
