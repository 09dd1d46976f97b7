import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { findPost } from '../../../lib/query/post-cache.ts';
import { useGoBack } from '../../../lib/screen/use-go-back.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { CommentsSection } from '../../comments/components/comments-section.tsx';
import { ReportDialog } from '../../reports/components/report-dialog.tsx';
import { useRecordView } from '../../stats/components/use-record-view.ts';
import { postQuery } from '../api.ts';
import { PostActionBar } from '../components/post-action-bar.tsx';
import { PostDetails, PostDetailsSkeleton } from '../components/post-details.tsx';
import { PostMenu } from '../components/post-menu.tsx';
import { PostScreenHeader } from '../components/post-screen-header.tsx';
import { useDeletedIds } from '../components/use-without-deleted.ts';
import { usePostRealtime } from '../realtime.ts';

/** One post with its comments. */
export function PostScreen() {
  const { postId = '' } = useParams();
  const client = useQueryClient();
  const goBack = useGoBack('/');
  const {
    data: post,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({ ...postQuery(postId), placeholderData: () => findPost(client, postId) });
  usePostRealtime(postId);
  useRecordView(isPlaceholderData || post?.isAdminPost ? undefined : post?.userId, postId);

  const [isLeaving, setIsLeaving] = useState(false);
  function leave() {
    // An admin may have gone to another screen before the answer.
    if (window.location.pathname !== `/post/${postId}`) return;
    setIsLeaving(true);
    goBack();
  }

  // A post that could not be refreshed stays on the screen, a deleted one only until the screen is left.
  const isWaiting = useDeletedIds().includes(postId) && !isLeaving;
  const isDeleted = isWaiting || (error instanceof ApiError && error.code === 'post_not_found');
  const isShown = post && !isDeleted;
  return (
    <>
      <PostScreenHeader post={isShown ? post : undefined} onBack={goBack}>
        {isShown && <PostMenu post={post} editLabel="Edit Postingan" onDeleted={leave} />}
      </PostScreenHeader>
      {isShown ? (
        <PostDetails post={post} />
      ) : error || isDeleted ? (
        <EmptyState drawing="plate" title="Post tidak ditemukan atau terjadi kesalahan." error={error}>
          {!isDeleted && <Button onClick={() => void refetch()}>Coba lagi</Button>}
          <Button variant="quiet" onClick={goBack}>
            Kembali
          </Button>
        </EmptyState>
      ) : (
        <PostDetailsSkeleton />
      )}
      {post && <CommentsSection postId={post.id} ReportDialog={ReportDialog} isGone={!isShown} />}
      {isShown && <PostActionBar post={post} />}
    </>
  );
}
