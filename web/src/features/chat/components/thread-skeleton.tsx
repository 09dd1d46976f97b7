import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';

/** A conversation that is loading. */
export const ThreadSkeleton = () => (
  <LoadingSkeletons className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-3 py-3">
    {['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'].map((width) => (
      <Skeleton key={width} className={`h-14 shrink-0 rounded-card ${width}`} />
    ))}
  </LoadingSkeletons>
);
