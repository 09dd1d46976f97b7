import type { FeedPost } from '@lapau/contract/posts';
import { memo } from 'react';
import { FeedCard } from './feed-card.tsx';
import { WindowedItem } from './windowed-item.tsx';

interface FeedItemProps {
  post: FeedPost;
  /** Fills a phone's screen: it is built and its photo loaded before anything else. */
  isFirst: boolean;
}

/** A post of the feed or of another list of whole cards. */
export const FeedItem = memo(({ post, isFirst }: FeedItemProps) => (
  <WindowedItem id={post.id} startsNear={isFirst}>
    <FeedCard post={post} first={isFirst} />
  </WindowedItem>
));
