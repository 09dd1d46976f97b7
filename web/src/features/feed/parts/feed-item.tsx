import type { FeedPost } from '@lapau/contract/posts';
import { memo } from 'react';
import { hasRoute } from '../../../lib/paths.ts';
import { PostCard } from '../../posts/parts/post-card.tsx';
import { WindowedItem } from './windowed-item.tsx';

const hasStalls = hasRoute('/warungs/:id');
const hasPosts = hasRoute('/post/:postId');

interface FeedItemProps {
  post: FeedPost;
  isFirst: boolean;
  startsNear: boolean;
}

/** A post of the feed with what the other features put on its card. */
export const FeedItem = memo(({ post, isFirst, startsNear }: FeedItemProps) => (
  <WindowedItem id={post.id} startsNear={startsNear}>
    <PostCard
      post={post}
      first={isFirst}
      sellerTo={hasStalls && !post.isAdminPost ? `/warungs/${post.userId}` : undefined}
      to={hasPosts ? `/post/${post.id}` : undefined}
    />
  </WindowedItem>
));
