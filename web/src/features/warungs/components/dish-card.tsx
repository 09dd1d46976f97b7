import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { memo } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { GridCard } from './grid-card.tsx';

/** A dish in a stall's menu, dimmed while the stall is closed (D15). */
export const DishCard = memo(({ post, first }: { post: FeedPost; first: boolean }) => {
  const isClosed = post.warungIsOpen === false;
  return (
    <GridCard
      to={`/post/${post.id}`}
      photo={post.images[0]}
      placeholder={post.placeholders[0]}
      first={first}
      dimmed={isClosed}
      badge={post.isOpen ? <Badge tone="pandan">Tersedia</Badge> : <Badge tone="red">Habis</Badge>}
      title={post.foodName}
    >
      <span className={classNames('truncate font-semibold', isClosed ? 'text-muted' : 'text-gold')}>
        {formatPrice(post.price)}
      </span>
    </GridCard>
  );
});
