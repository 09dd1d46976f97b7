import { classNames } from '../styles/class-names.ts';
import { LoadingSkeletons } from '../waiting/loading-skeletons.tsx';
import { Skeleton } from '../waiting/skeleton.tsx';
import { cardGridStyles } from './card-grid.tsx';

type CardSkeletonsProps = {
  count: number;
  /** The class of the photo's ratio. */
  photo?: string;
  /** The classes of each line of text below the photo. */
  lines?: readonly string[];
  /** Whether there is room below the lines for buttons. */
  hasActions?: boolean;
};

const twoLines = ['h-4', 'h-4 w-3/5'];

/** Cards of a `CardGrid` that are loading. */
export const CardSkeletons = ({
  count,
  photo = 'aspect-square',
  lines = twoLines,
  hasActions = false,
}: CardSkeletonsProps) => (
  <LoadingSkeletons count={count} className={cardGridStyles}>
    <div className="overflow-hidden rounded-card bg-surface">
      <Skeleton className={classNames(photo, 'rounded-none')} />
      <div className={classNames('grid gap-2 p-3', hasActions && 'pb-12')}>
        {lines.map((line) => (
          <Skeleton key={line} className={line} />
        ))}
      </div>
    </div>
  </LoadingSkeletons>
);
