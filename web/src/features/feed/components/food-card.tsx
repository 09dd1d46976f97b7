import { gridPhotoSizes } from '@lapau/contract/limits';
import { canOrderNow } from '@lapau/contract/order';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { memo } from 'react';
import { Link } from '../../../ui/parts/link.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { Carousel } from '../../../ui/photos/carousel.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LikeButton } from '../../likes/components/like-button.tsx';
import { OrderBadges } from '../../posts/components/order-badges.tsx';
import { sellerName } from '../../posts/components/seller-name.ts';
import { SaveButton } from '../../saves/components/save-button.tsx';

/** A dish in the grid of /foods. Dishes of closed stalls stay there, dimmed and marked 'Tutup'. */
export const FoodCard = memo(({ post, first }: { post: FeedPost; first: boolean }) => {
  const to = `/post/${post.id}`;
  const isDimmed = !canOrderNow(post);
  return (
    // Off-screen cards are not laid out, so that a long list stays fast.
    <li className="flex flex-col overflow-hidden rounded-card bg-surface [contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
      <Carousel
        name={post.foodName}
        images={post.images}
        placeholders={post.placeholders}
        sizes={gridPhotoSizes}
        first={first}
        dimmed={isDimmed}
        to={to}
      >
        <span className="pointer-events-none absolute top-2 left-2 flex gap-1.5">
          <OrderBadges post={post} />
        </span>
      </Carousel>
      <Link to={to} className="flex flex-1 flex-col gap-0.5 px-3 pt-2.5 -outline-offset-2 active:opacity-70">
        <span className={classNames('line-clamp-2 leading-snug font-semibold', isDimmed && 'text-muted')}>
          <bdi>{post.foodName}</bdi>
        </span>
        <span className={classNames('line-clamp-6 font-semibold', isDimmed ? 'text-muted' : 'text-gold')}>
          <bdi>{formatPrice(post.price)}</bdi>
        </span>
        <span dir="auto" className="truncate text-left text-small text-muted">
          {sellerName(post)}
        </span>
        <span className="text-small text-muted">
          <TimeAgo time={post.createdAt} isShort />
        </span>
      </Link>
      <div className="flex justify-between px-0.5">
        <LikeButton post={post} />
        <SaveButton post={post} />
      </div>
    </li>
  );
});
