import { errors } from '@lapau/contract/errors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../lib/calls/api-error.ts';
import { refresh } from '../../../lib/query/refresh.ts';
import { useSignal } from '../../../lib/realtime/realtime-provider.tsx';
import { toast } from '../../../lib/screen/toast.ts';
import { useMember } from '../../../lib/session/session.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { myPostQuery, updatePost } from '../api-composer.ts';
import type { NewPost } from '../api-composer.ts';
import { myMenuKey } from '../api.ts';
import { LeftEdit } from '../composer/left-edit.tsx';
import { DishFields, LinkField } from '../composer/own-fields.tsx';
import { PostForm } from '../composer/post-form.tsx';
import { editTexts } from '../composer/posting-texts.ts';

const menuPath = '/my-warung';

/** Edits a post of one's own. */
export function EditPostScreen() {
  const { postId = '' } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: post, error, refetch } = useQuery(myPostQuery(postId));
  useSignal((signal) => {
    if (signal.type === 'feed_changed' && signal.post_id === postId) refresh(client, myPostQuery(postId).queryKey);
  });
  const { user } = useMember();
  const refusal = error && refusalOf(error);
  const draftName = `edit ${postId}`;
  async function save(change: NewPost) {
    try {
      return await updatePost(change, { is_admin_post: post?.is_admin_post ?? false });
    } catch (failure) {
      // The post is gone, and the signal about that was missed.
      if (failure instanceof ApiError && failure.code === 'post_not_found') void refetch();
      throw failure;
    }
  }
  const backTo = post?.is_admin_post ? `/post/${post.id}` : menuPath;
  return (
    <div className="px-4 pb-6">
      <ScreenTitle title="Edit Postingan" backTo={backTo} />
      {refusal ? (
        <LeftEdit
          draftName={`${user.id} ${draftName}`}
          backTo={menuPath}
          onNothing={() => {
            toast.error(refusal, { outlivesScreen: true });
            void navigate(menuPath, { replace: true });
          }}
        />
      ) : post ? (
        <PostForm
          key={post.id}
          kind={post.is_admin_post ? 'admin' : 'menu'}
          draftName={draftName}
          edited={post}
          texts={editTexts}
          fields={post.is_admin_post ? LinkField : DishFields}
          post={save}
          onPosted={() => {
            void client.invalidateQueries({ queryKey: myMenuKey });
            void navigate(backTo, { replace: true });
          }}
        />
      ) : error ? (
        <LoadFailure
          drawing="plate"
          title="Gagal memuat data postingan."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingSkeletons count={1}>
          <Skeleton className="h-80 rounded-card" />
        </LoadingSkeletons>
      )}
    </div>
  );
}

/** The reason why the post cannot be edited here: it is somebody else's, or there is none. Undefined for errors that may pass. */
function refusalOf(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return errors.post_edit_forbidden[1];
  if (error.status === 404 || error.status === 422) return errors.post_not_found[1];
  return undefined;
}
