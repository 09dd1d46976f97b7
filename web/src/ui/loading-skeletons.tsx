import { Fragment } from 'react';
import type { ReactNode } from 'react';

type LoadingSkeletonsProps = {
  /** How many times the skeleton is repeated. */
  count?: number;
  className?: string;
  /** The skeleton of one item. */
  children: ReactNode;
};

/** Skeletons of items that are loading, announced to screen readers as 'Memuat...'. */
export function LoadingSkeletons({ count = 1, className, children }: LoadingSkeletonsProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Memuat...</span>
      {Array.from({ length: count }, (_, index) => (
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  );
}
