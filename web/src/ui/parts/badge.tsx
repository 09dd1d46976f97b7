import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';

const tones = {
  gold: 'bg-gold text-on-gold',
  red: 'bg-red text-on-red',
  pandan: 'bg-pandan text-background',
  quiet: 'bg-raised text-muted ring-1 ring-inset ring-line',
};

/** A small label: a price (gold), 'Habis' and 'Tutup' (red), 'Tersedia' and 'Buka' (pandan). */
export function Badge({
  tone,
  className,
  children,
}: {
  tone: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      dir="auto"
      className={classNames(
        'inline-block max-w-full truncate rounded-full px-2.5 py-0.5 text-small font-semibold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** Shown beside the name of an admin wherever they write, so that no member is mistaken for one. */
export const AdminBadge = () => (
  <Badge tone="gold" className="shrink-0">
    Admin
  </Badge>
);

/**
 * An unread count on the corner of the icon before it, uncapped: a long one grows away from the icon, never over it. Nothing
 * for zero. The control's accessible name has it too: 'Notifikasi, 3 belum dibaca'.
 */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="-ml-2.5 min-w-5 self-start rounded-full bg-red px-1 text-center text-[min(0.9375rem,4.2vw)]/5 font-bold text-on-red tabular-nums"
    >
      {count}
    </span>
  );
}
