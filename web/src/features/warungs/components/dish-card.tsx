import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { memo } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { GridCard } from './grid-card.tsx';

/** A dish in a stall's menu. */
export const DishCard = memo(({ post, first }: { post: FeedPost; first: boolean }) => (
  <GridCard
    to={`/post/${post.id}`}
    photo={post.images[0]}
    placeholder={post.placeholders[0]}
    first={first}
    badge={post.isOpen ? <Badge tone="pandan">Tersedia</Badge> : <Badge tone="red">Habis</Badge>}
    title={post.foodName}
  >
    <span className="truncate font-semibold text-gold">{formatPrice(post.price)}</span>
  </GridCard>
));
