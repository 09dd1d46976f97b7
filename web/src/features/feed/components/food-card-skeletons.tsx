import { cardGridStyles } from '../../../ui/card-grid.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** `count` dishes that are loading. */
export const FoodCardSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count} className={cardGridStyles}>
    <div className="overflow-hidden rounded-card bg-surface">
      <Skeleton className="aspect-square rounded-none" />
      <div className="grid gap-2 px-3 pt-3 pb-12">
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    </div>
  </LoadingSkeletons>
);
