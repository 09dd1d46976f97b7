import type { ReactNode } from 'react';

// The grid has one column only if large text leaves no room for two.
export const cardGridStyles = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3';

/** A list of cards in two columns. */
export function CardGrid({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className={cardGridStyles}>
      {children}
    </ul>
  );
}
