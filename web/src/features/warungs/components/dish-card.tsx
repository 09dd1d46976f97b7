import { canOrderNow } from '@lapau/contract/order';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { memo } from 'react';
import { classNames } from '../../../ui/styles/class-names.ts';
import { OrderBadges } from '../../posts/components/order-badges.tsx';
import { GridCard } from './grid-card.tsx';

/** A dish in a stall's menu, dimmed while it cannot be ordered. */
export const DishCard = memo(({ post, first }: { post: FeedPost; first: boolean }) => {
  const isDimmed = !canOrderNow(post);
  return (
    <GridCard
      to={`/post/${post.id}`}
      photo={post.images[0]}
      placeholder={post.placeholders[0]}
      first={first}
      dimmed={isDimmed}
      badge={<OrderBadges post={post} showsAvailable />}
      title={post.foodName}
    >
      <span className={classNames('line-clamp-6 font-semibold', isDimmed ? 'text-muted' : 'text-gold')}>
        <bdi>{formatPrice(post.price)}</bdi>
      </span>
    </GridCard>
  );
});
