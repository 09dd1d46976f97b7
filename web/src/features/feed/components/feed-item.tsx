import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { memo } from 'react';
import type { ComponentType } from 'react';
import { FeedCard } from './feed-card.tsx';
import { WindowedItem } from './windowed-item.tsx';

type FeedItemProps = {
  post: FeedPost;
  /** Whether the item is rendered at once, and its photo loaded with priority. */
  isFirst: boolean;
  /** What a list shows at the end of its cards. */
  Footer?: ComponentType<{ post: FeedPost }>;
};

/** A post card in the feed or in another long list of post cards. */
export const FeedItem = memo(({ post, isFirst, Footer }: FeedItemProps) => (
  <WindowedItem id={post.id} startsNear={isFirst} withoutScript={<PlainPost post={post} />}>
    <FeedCard post={post} first={isFirst} Footer={Footer} />
  </WindowedItem>
));

function PlainPost({ post }: { post: FeedPost }) {
  const { id, foodName, price, warungName, sellerFullName, nagari } = post;
  const texts = [foodName, formatPrice(price), warungName ?? sellerFullName, nagari];
  return <a href={`/post/${id}`}>{texts.filter(Boolean).join(' · ')}</a>;
}
