import { gridPhotoSizes } from '@lapau/contract/limits';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/parts/link.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

type GridCardProps = {
  to: string;
  photo: string | null | undefined;
  placeholder?: string;
  /** Whether the card is on the first screen, so that its photo loads with priority. */
  first: boolean;
  /** Darkens the photo and mutes the title. */
  dimmed?: boolean;
  /** Shown on the photo. */
  badge: ReactNode;
  title: string;
  children: ReactNode;
};

/** The card of a stall or dish in a `CardGrid`. */
export function GridCard({ to, photo, placeholder, first, dimmed, badge, title, children }: GridCardProps) {
  return (
    // Off-screen cards are not laid out, so that a long list stays fast.
    <li className="overflow-hidden rounded-card bg-surface [contain-intrinsic-size:auto_16rem] [content-visibility:auto]">
      <Link to={to} className="block h-full -outline-offset-2 transition-opacity active:opacity-80">
        <span className="relative block">
          <Photo
            src={photo ?? undefined}
            alt=""
            placeholder={placeholder}
            sizes={gridPhotoSizes}
            first={first}
            dimmed={dimmed}
          />
          <span className="absolute top-2 left-2 flex gap-1.5">{badge}</span>
        </span>
        <span className="grid gap-0.5 px-3 pt-2.5 pb-3">
          <span className={classNames('line-clamp-3 leading-snug font-semibold', dimmed && 'text-muted')}>
            <bdi>{title}</bdi>
          </span>
          {children}
        </span>
      </Link>
    </li>
  );
}
