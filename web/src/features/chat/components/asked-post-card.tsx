import type { AskedPost } from '@lapau/contract/chat';
import { canOrderNow } from '@lapau/contract/order';
import { formatPrice } from '@lapau/contract/price';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/parts/link.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

/** The dish that a message asks about: its photo, its name and price at that time, and whether it can be had now. */
export function AskedPostCard({ post, className }: { post: AskedPost; className?: string }) {
  const styles = classNames('flex min-h-16 items-center gap-2.5 rounded-control p-1.5 text-left', className);
  const state = unavailable(post);
  const card = (
    <>
      <span aria-hidden="true" className="w-13 shrink-0 overflow-hidden rounded-small">
        <Photo
          src={post.image_url ?? undefined}
          placeholder={post.placeholder ?? undefined}
          alt=""
          sizes="3.25rem"
          dimmed={state !== null}
        />
      </span>
      <span className="min-w-0 flex-1 pr-1.5 leading-snug">
        <span className="line-clamp-2 font-semibold">
          <bdi>{post.food_name}</bdi>
        </span>
        <span className="flex flex-wrap gap-x-2 text-small">
          <span className="line-clamp-2 min-w-0">
            <bdi>{formatPrice(post.price)}</bdi>
          </span>
          {state && <span className="font-semibold text-red-text">{state}</span>}
        </span>
      </span>
    </>
  );
  return post.id === null ? (
    <div className={styles}>{card}</div>
  ) : (
    <Link to={`/post/${post.id}`} className={classNames(styles, 'transition-opacity active:opacity-70')}>
      {card}
    </Link>
  );
}

function unavailable(post: AskedPost): ReactNode {
  if (post.id === null) return 'sudah dihapus';
  if (canOrderNow(post)) return null;
  return post.isOpen ? 'kini tutup' : 'kini habis';
}
