import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { PostHeaderSkeleton } from './post-header.tsx';

/** `count` post cards that are loading, spaced as in a list. */
export const PostCardSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count} className="space-y-3">
    <PostCardSkeleton />
  </LoadingSkeletons>
);

function PostCardSkeleton() {
  return (
    <div className="overflow-hidden bg-surface min-[28.1rem]:rounded-card min-[28.1rem]:ring-1 min-[28.1rem]:ring-line">
      <PostHeaderSkeleton />
      <Skeleton className="aspect-square rounded-none" />
      <div className="flex gap-5 px-3.5 pt-3">
        <Skeleton className="size-6 rounded-full" />
        <Skeleton className="size-6 rounded-full" />
        <Skeleton className="size-6 rounded-full" />
      </div>
      <div className="grid gap-2.5 px-3 pt-4 pb-5">
        <div className="flex justify-between">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-1/5" />
        </div>
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
