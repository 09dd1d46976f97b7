import type { FeedPost } from '@lapau/contract/posts';
import { memo } from 'react';
import { hasRoute } from '../../../lib/paths.ts';
import { PostCard } from '../../posts/parts/post-card.tsx';

const hasStalls = hasRoute('/warungs/:id');
const hasPosts = hasRoute('/post/:postId');

/** A post card with what the other features put on it. */
export const FeedCard = memo(({ post, first }: { post: FeedPost; first: boolean }) => (
  <PostCard
    post={post}
    first={first}
    sellerTo={hasStalls && !post.isAdminPost ? `/warungs/${post.userId}` : undefined}
    to={hasPosts ? `/post/${post.id}` : undefined}
  />
));
