import type { FeedPost } from '@lapau/contract/posts';
import type { Session } from '@lapau/contract/profile';
import { hasRoute } from '../../../lib/paths.ts';

const canEdit = hasRoute('/my-warung/edit-post/:postId');

export type PostAction = 'edit' | 'report' | 'delete';

/** What a person may do with a post: its owner edits and deletes it, an admin deletes any (D54), others report it. */
export function postActions(post: FeedPost, { user, profile }: Session): PostAction[] {
  const isOwn = post.userId === user.id;
  const actions: (PostAction | false)[] = [
    isOwn && canEdit && 'edit',
    !isOwn && 'report',
    (isOwn || profile.role === 'admin') && 'delete',
  ];
  return actions.filter((action) => action !== false);
}
