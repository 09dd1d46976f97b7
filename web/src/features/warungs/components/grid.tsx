import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';

// One column only where large text leaves no room for two.
const look = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3';

/** Cards in two columns. */
export function Grid({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className={look}>
      {children}
    </ul>
  );
}

/** `count` cards that are on their way. */
export function GridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={look}>
      <span className="sr-only">Memuat...</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="overflow-hidden rounded-card bg-surface">
          <Skeleton className="aspect-square rounded-none" />
          <div className="grid gap-2 p-3">
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
