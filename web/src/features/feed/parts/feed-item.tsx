import type { FeedPost } from '@lapau/contract/posts';
import { memo } from 'react';
import { FeedCard } from './feed-card.tsx';
import { WindowedItem } from './windowed-item.tsx';

interface FeedItemProps {
  post: FeedPost;
  isFirst: boolean;
  startsNear: boolean;
}

/** A post of the feed or of another list of whole cards. */
export const FeedItem = memo(({ post, isFirst, startsNear }: FeedItemProps) => (
  <WindowedItem id={post.id} startsNear={startsNear}>
    <FeedCard post={post} first={isFirst} />
  </WindowedItem>
));
