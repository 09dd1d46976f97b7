import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { filterRefusal } from '../../lib/calls/api-error.ts';
import { Button } from '../buttons/button.tsx';
import { FailureCode } from '../parts/failure-code.tsx';
import { LoadFailure } from '../waiting/load-failure.tsx';
import { IsLoading } from '../waiting/loading-skeletons.tsx';
import { isNearScreen, useNearScreen } from '../waiting/near-screen.ts';
import { RefusedFilter } from './refused-filter.tsx';

type Query = {
  error: Error | null;
  isError: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type LongListProps<Row> = Pick<ComponentProps<typeof LoadFailure>, 'drawing'> & {
  /** The list's infinite query (lib/query/keyset.ts). */
  query: Query;
  /** All rows that have been loaded, as they are to be shown; undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  /** Shown when a page could not be loaded. */
  failed: string;
  /** Shown until the first page is there. */
  skeletons: ReactNode;
  /** Shown until the next page is there, if not `skeletons`. */
  nextSkeletons?: ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown after the last row, once there is no further page. */
  end?: ReactNode;
  /** Whether these rows answer somebody's search, so that screen readers say how many there are. */
  isAnswer?: boolean;
  /** Clears the search term or filter of a list, which the server may refuse. */
  onClearFilter?: () => void;
  /** Further actions beside the one that clears the filter. */
  besideClear?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** A list that is loaded page by page, the next page when its end comes near the screen. */
export function LongList<Row>(props: LongListProps<Row>) {
  const { query, rows, isAnswer } = props;
  return (
    <>
      {/* It is there from the beginning, as many screen readers are silent about a live region that comes with its text. */}
      <p role="status" className="sr-only">
        {isAnswer && rows && (query.hasNextPage ? 'Banyak hasil.' : `${rows.length || 'Tidak ada'} hasil.`)}
      </p>
      <ListBody {...props} />
    </>
  );
}

function ListBody<Row>({
  query,
  rows,
  failed,
  drawing,
  skeletons,
  nextSkeletons = skeletons,
  empty,
  end,
  onClearFilter,
  besideClear,
  children,
}: LongListProps<Row>) {
  const { error, isError, refetch, hasNextPage } = query;
  const refusal = filterRefusal(error);
  if (refusal !== undefined && onClearFilter) {
    return (
      <RefusedFilter reason={refusal} onClear={onClearFilter}>
        {besideClear}
      </RefusedFilter>
    );
  }
  if (!rows) {
    return isError ? (
      <LoadFailure drawing={drawing} title={failed} error={error} onRetry={() => void refetch()} />
    ) : (
      skeletons
    );
  }
  if (rows.length === 0 && !hasNextPage) return empty;
  return (
    <>
      {children(rows)}
      {/* The browser counts an element that is pushed down by new rows as a layout shift, but not a new element. */}
      <ListEnd key={rows.length} query={query} failed={failed}>
        {nextSkeletons}
      </ListEnd>
      {!hasNextPage && end}
    </>
  );
}

function ListEnd({ query, failed, children }: { query: Query; failed: string; children: ReactNode }) {
  // All six are read on every render: the query re-renders this list only for fields that have been read.
  const { error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
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
          <FailureCode error={error} />
          <Button variant="quiet" onClick={() => void fetchNextPage()}>
            Coba lagi
          </Button>
        </div>
      ) : (
        hasNextPage && <IsLoading value={isFetchingNextPage}>{children}</IsLoading>
      )}
    </div>
  );
}
