import type { ReactNode } from 'react';
import { Link } from '../../../ui/link.tsx';
import { Photo } from '../../../ui/photo.tsx';

interface GridCardProps {
  /** Where a tap leads, if anywhere. */
  to: string | undefined;
  photo: string | null | undefined;
  placeholder?: string;
  /** On the first screen: its photo loads at once. */
  first: boolean;
  /** Lies over the photo. */
  badge: ReactNode;
  title: string;
  children: ReactNode;
}

/** A stall or dish as a card of a two-column grid. */
export function GridCard({ to, photo, placeholder, first, badge, title, children }: GridCardProps) {
  const content = (
    <>
      <span className="relative block">
        <Photo
          src={photo ?? undefined}
          alt=""
          placeholder={placeholder}
          sizes="(min-width: 28rem) 14rem, 50vw"
          first={first}
        />
        <span className="absolute top-2 left-2 flex">{badge}</span>
      </span>
      <span className="grid gap-0.5 px-3 pt-2.5 pb-3">
        <span className="line-clamp-3 leading-snug font-semibold">{title}</span>
        {children}
      </span>
    </>
  );
  return (
    // What is far off the screen is not laid out: a long list stays light.
    <li className="overflow-hidden rounded-card bg-surface [contain-intrinsic-size:auto_16rem] [content-visibility:auto]">
      {to ? (
        <Link to={to} className="block h-full -outline-offset-2 transition-opacity active:opacity-80">
          {content}
        </Link>
      ) : (
        content
      )}
    </li>
  );
}
