import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { isNearScreen, useNearScreen } from './near-screen.ts';

interface ListEndProps {
  hasMore: boolean;
  /** Anything of the list is being fetched: no more is asked for meanwhile. */
  isFetching: boolean;
  /** What asking for more has come to nothing with; undefined while it did not. */
  failed: string | undefined;
  onMore: () => void;
  /** Skeletons of what comes next. */
  children: ReactNode;
}

/**
 * The end of an endless list: asks for more when it comes near the screen. Its key is the number of rows above: an end
 * that is moved down by what came would count as a jump, another one does not.
 */
export function ListEnd({ hasMore, isFetching, failed, onMore, children }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useNearScreen(end, ({ isIntersecting }) => setIsNear(isIntersecting));
  const ask = useEffectEvent(() => {
    // What has just been shown may have pushed the end far away.
    if (end.current && isNearScreen(end.current)) onMore();
  });
  const isWanted = isNear && hasMore && !isFetching && !failed;
  useEffect(() => {
    if (isWanted) ask();
  }, [isWanted]);

  return (
    <div className="relative mt-3">
      {/* Reaches up into the list, so that what comes next is there before the reader is. */}
      <div ref={end} className="pointer-events-none absolute bottom-0 h-[300dvh] w-px" />
      {failed ? (
        <div className="grid justify-items-center gap-3 px-4 py-6 text-center">
          <p>{failed}</p>
          <Button variant="quiet" onClick={onMore}>
            Coba lagi
          </Button>
        </div>
      ) : (
        hasMore && children
      )}
    </div>
  );
}
