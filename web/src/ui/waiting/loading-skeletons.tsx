import { createContext, Fragment, useContext } from 'react';
import type { ReactNode } from 'react';
import { useWaitingText } from '../parts/use-long-wait.ts';
import { classNames } from '../styles/class-names.ts';

type LoadingSkeletonsProps = {
  /** How many times the skeleton is repeated. */
  count?: number;
  className?: string;
  /** The skeleton of one item. */
  children: ReactNode;
};

/** Whether the items of the skeletons below are being loaded. At the end of a list, skeletons only keep a place. */
export const IsLoading = createContext(true);

/** Skeletons of items that are loading, announced to screen readers as 'Memuat...', and to everybody when it takes long. */
export function LoadingSkeletons({ count = 1, className, children }: LoadingSkeletonsProps) {
  const isLoading = useContext(IsLoading);
  const waitingText = useWaitingText(isLoading);
  return (
    <div role="status" className={classNames('relative', className)}>
      {/* The text lies over the skeletons, which stay where they are. */}
      <span
        className={
          waitingText
            ? 'absolute inset-x-0 top-3 z-1 mx-auto w-fit rounded-card bg-fill px-3 py-1 text-center text-small'
            : 'sr-only'
        }
      >
        {isLoading && (waitingText ?? 'Memuat...')}
      </span>
      {Array.from({ length: count }, (_, index) => (
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  );
}
