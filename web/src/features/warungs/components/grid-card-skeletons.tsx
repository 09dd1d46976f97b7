import { cardGridStyles } from '../../../ui/card-grid.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** `count` cards that are loading. */
export const GridCardSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count} className={cardGridStyles}>
    <div className="overflow-hidden rounded-card bg-surface">
      <Skeleton className="aspect-square rounded-none" />
      <div className="grid gap-2 p-3">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  </LoadingSkeletons>
);
