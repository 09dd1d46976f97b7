import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Comments that are loading. */
export const CommentSkeletons = () => (
  <LoadingSkeletons count={2}>
    <div className="flex gap-2.5 py-2">
      <Skeleton className="size-8 shrink-0 rounded-full bg-line" />
      <div className="grid flex-1 gap-2 pt-1">
        <Skeleton className="h-4 w-2/5 bg-line" />
        <Skeleton className="h-4 bg-line" />
      </div>
    </div>
  </LoadingSkeletons>
);
