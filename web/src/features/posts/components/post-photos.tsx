import { feedPhotoSizes } from '@lapau/contract/limits';
import type { FeedPost } from '@lapau/contract/posts';
import { formatPrice } from '../../../lib/format/price.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Carousel } from '../../../ui/carousel.tsx';

interface PostPhotosProps {
  post: FeedPost;
  /** On the first screen: the cover loads at once. */
  first?: boolean;
  /** Where a tap on a photo leads. */
  to?: string;
  /** The price stands elsewhere on the screen. */
  isPriceShown?: boolean;
}

/** A post's photos with its price, and whether it can be had (D15, D52). */
export function PostPhotos({ post, first, to, isPriceShown = false }: PostPhotosProps) {
  const price = isPriceShown ? '' : formatPrice(post.price);
  return (
    <Carousel
      name={post.foodName}
      images={post.images}
      placeholders={post.placeholders}
      sizes={feedPhotoSizes}
      first={first}
      to={to}
    >
      <div className="pointer-events-none absolute inset-x-3 top-3 flex items-start justify-between gap-2">
        {price && (
          <Badge tone="gold" className="px-3 py-1 text-base font-bold shadow-md shadow-black/40">
            {price}
          </Badge>
        )}
        <div className="ml-auto flex shrink-0 gap-1.5">
          {post.warungIsOpen === false && <Badge tone="red">Tutup</Badge>}
          {!post.isOpen && <Badge tone="red">Habis</Badge>}
        </div>
      </div>
    </Carousel>
  );
}
