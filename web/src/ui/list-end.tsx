import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { isNearScreen, useNearScreen } from './near-screen.ts';

type ListEndProps = {
  /** The list's infinite query. */
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Shown when the next page could not be loaded. */
  failed: string;
  /** Skeletons of the next page. */
  children: ReactNode;
};

/**
 * The end of an endless list: loads the next page when it comes near the screen. Give it the number of rows above it as
 * `key`: the browser counts an element that is pushed down by new rows as a layout shift, but not a new element.
 */
export function ListEnd({ query, failed, children }: ListEndProps) {
  // All four are read on every render: the query re-renders this list only for fields that have been read.
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useNearScreen(end, ({ isIntersecting }) => setIsNear(isIntersecting));
  const loadIfNear = useEffectEvent(() => {
    // Rows that were just added may have pushed the end far away.
    if (end.current && isNearScreen(end.current)) fetchNextPage();
  });
  const shouldLoad = isNear && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (shouldLoad) loadIfNear();
  }, [shouldLoad]);

  return (
    <div className="relative mt-3">
      {/* Reaches far up into the list, so that the next page is there before the reader gets to the end. */}
      <div ref={end} className="pointer-events-none absolute bottom-0 h-[300dvh] w-px" />
      {isFetchNextPageError ? (
        <div className="grid justify-items-center gap-3 px-4 py-6 text-center">
          <p>{failed}</p>
          <Button variant="quiet" onClick={() => void fetchNextPage()}>
            Coba lagi
          </Button>
        </div>
      ) : (
        hasNextPage && children
      )}
    </div>
  );
}
