import { linkTarget } from '@lapau/contract/previews';
import type { DishBeside } from '@lapau/contract/previews';
import { formatPrice } from '@lapau/contract/price';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../ui/parts/link.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { linkPreviewQuery } from '../api.ts';

/**
 * What else can be had where the followed link leads to, at the end of the login page; nothing without a link.
 * @param path the path to which the person returns after signing in
 */
export function DishesBeside({ path }: { path: string }) {
  const target = linkTarget(path);
  return target ? <Dishes path={target.path} /> : null;
}

function Dishes({ path }: { path: string }) {
  const { data: preview } = useQuery(linkPreviewQuery(path));
  // A server of before tells nothing of other dishes.
  const { nagari = '', more = [] } = preview ?? {};
  if (more.length === 0) return null;
  return (
    <section aria-labelledby="dishes-beside" className="grid gap-2 sideways:col-span-2">
      <h2 id="dishes-beside" className="line-clamp-3 font-semibold wrap-anywhere">
        {nagari === '' ? (
          'Yang baru'
        ) : (
          <>
            <span>Yang baru di Nagari</span> <bdi>{nagari}</bdi>
          </>
        )}
      </h2>
      <ul className="grid gap-2 sideways:grid-cols-3">
        {more.map((dish) => (
          <Dish key={dish.path} dish={dish} />
        ))}
      </ul>
    </section>
  );
}

function Dish({ dish: { path, name, seller, price, photo } }: { dish: DishBeside }) {
  return (
    <li className="overflow-hidden rounded-card bg-surface">
      <Link to={path} className="flex h-full gap-3 -outline-offset-2 transition-opacity active:opacity-80">
        <span className="flex w-24 shrink-0">
          <Photo src={photo?.url} placeholder={photo?.placeholder} alt="" sizes="6rem" />
        </span>
        <span className="grid min-w-0 flex-1 content-center gap-0.5 py-2 pr-3">
          <span className="line-clamp-2 leading-snug font-semibold">
            <bdi>{name}</bdi>
          </span>
          <span className="font-semibold wrap-anywhere text-gold">
            <bdi>{formatPrice(price)}</bdi>
          </span>
          <span className="line-clamp-1 text-small text-muted">
            <bdi>{seller}</bdi>
          </span>
        </span>
      </Link>
    </li>
  );
}
