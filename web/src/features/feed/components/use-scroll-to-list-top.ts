import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { FeedFilter } from '../api.ts';

type ScrollToListTop = {
  /** The ref for the element around the list. */
  listRef: RefObject<HTMLDivElement | null>;
  /** The `key` of the list, which differs between filters. */
  listKey: string;
};

/** Scrolls to the top of a list when its filter changes while the reader is further down. */
export function useScrollToListTop({ search, nagari }: FeedFilter): ScrollToListTop {
  const listRef = useRef<HTMLDivElement>(null);
  const listKey = `${search}\n${nagari}`;
  const lastKey = useRef(listKey);
  useEffect(() => {
    if (lastKey.current === listKey) return;
    lastKey.current = listKey;
    if (listRef.current && listRef.current.getBoundingClientRect().top < 0) listRef.current.scrollIntoView();
  }, [listKey]);
  return { listRef, listKey };
}
