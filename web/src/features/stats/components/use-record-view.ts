import { useEffect } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { recordView } from '../api.ts';

/**
 * Counts that a stall, or a dish of it, was opened, once it shows. The id is undefined before that, and for posts of no stall.
 */
export function useRecordView(warungId: string | undefined, postId?: string): void {
  const { user } = useMember();
  const isOwn = warungId === user.id;
  useEffect(() => {
    if (warungId !== undefined && !isOwn) recordView({ warung_id: warungId, post_id: postId });
  }, [warungId, postId, isOwn]);
}
