import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { RowSkeleton } from '../../../ui/waiting/row-skeleton.tsx';

/** Comments that are loading. */
export const CommentSkeletons = () => (
  <LoadingSkeletons count={2}>
    <RowSkeleton className="gap-2.5 py-2" picture="size-8 bg-fill" lines={['h-4 w-2/5 bg-fill', 'h-4 bg-fill']} />
  </LoadingSkeletons>
);
