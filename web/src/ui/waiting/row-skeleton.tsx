import { classNames } from '../styles/class-names.ts';
import { Skeleton } from './skeleton.tsx';

type RowSkeletonProps = {
  /** Its spacing. */
  className: string;
  /** The picture's classes: its size, and another colour than the default. */
  picture: string;
  /** The styles of the lines beside it. */
  lines: readonly string[];
};

/** A round picture with lines beside it, loading. */
export const RowSkeleton = ({ className, picture, lines }: RowSkeletonProps) => (
  <div className={classNames('flex items-center', className)}>
    <Skeleton className={classNames('shrink-0 rounded-full', picture)} />
    <div className="grid flex-1 gap-2">
      {lines.map((line) => (
        <Skeleton key={line} className={line} />
      ))}
    </div>
  </div>
);
