import { feedPhotoSizes } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '@lapau/contract/price';
import { Badge } from '../../../ui/parts/badge.tsx';
import { Carousel } from '../../../ui/photos/carousel.tsx';
import { DoubleTapLike } from '../../likes/components/double-tap-like.tsx';
import { OrderBadges } from './order-badges.tsx';

type PostPhotosProps = {
  post: FeedPost;
  /** Whether the photos are on the first screen, so that the cover loads with priority. */
  first?: boolean;
  /** The link of each photo. */
  to?: string;
  /** Called on a tap on a photo, in place of following a link. */
  onOpen?: (index: number) => void;
  hidePrice?: boolean;
};

/** A post's photos, which a double tap likes, with its price, and badges when the dish is sold out or the stall closed. */
export function PostPhotos({ post, first, to, onOpen, hidePrice = false }: PostPhotosProps) {
  const price = hidePrice ? '' : formatPrice(post.price);
  return (
    <DoubleTapLike post={post} place={to ? 'list' : 'post'}>
      <Carousel
        name={post.foodName}
        images={post.images}
        placeholders={post.placeholders}
        sizes={feedPhotoSizes}
        first={first}
        to={to}
        onOpen={onOpen}
      >
        <div className="pointer-events-none absolute inset-x-3 top-3 flex items-start justify-between gap-2">
          {price && (
            <Badge
              tone="gold"
              className="min-w-0 px-3 py-1 text-base font-bold whitespace-normal! shadow-md shadow-black/40"
            >
              {price}
            </Badge>
          )}
          <div className="ml-auto flex shrink-0 gap-1.5">
            <OrderBadges post={post} />
          </div>
        </div>
      </Carousel>
    </DoubleTapLike>
  );
}
