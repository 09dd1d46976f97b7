import type { FeedPost } from '@lapau/contract/posts';
import type { Session } from '@lapau/contract/profile';

export type PostAction = 'edit' | 'renew' | 'report' | 'delete';

/** The actions on a post: its owner edits, renews and deletes it, an admin deletes any post, and others report it. */
export function postActions(post: FeedPost, { user, profile }: Session): PostAction[] {
  const isOwn = post.userId === user.id;
  const actions: (PostAction | false)[] = [
    isOwn && 'edit',
    isOwn && 'renew',
    !isOwn && 'report',
    (isOwn || profile.role === 'admin') && 'delete',
  ];
  return actions.filter((action) => action !== false);
}
