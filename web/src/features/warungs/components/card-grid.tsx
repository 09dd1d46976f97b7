import type { ReactNode } from 'react';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

// One column only where large text leaves no room for two.
const gridStyles = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3';

/** A list of cards in two columns. */
export function CardGrid({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className={gridStyles}>
      {children}
    </ul>
  );
}

/** `count` cards that are loading. */
export const CardGridSkeleton = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count} className={gridStyles}>
    <div className="overflow-hidden rounded-card bg-surface">
      <Skeleton className="aspect-square rounded-none" />
      <div className="grid gap-2 p-3">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  </LoadingSkeletons>
);
