import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { FeedFilter } from '../api.ts';

interface ListTop {
  /** For the element around the list. */
  list: RefObject<HTMLDivElement | null>;
  /** Another one for every filter, for the list's `key`. */
  listName: string;
}

/** Shows a list from its first post when another filter is chosen further down. */
export function useListTop({ search, nagari }: FeedFilter): ListTop {
  const list = useRef<HTMLDivElement>(null);
  const listName = `${search}\n${nagari}`;
  const lastName = useRef(listName);
  useEffect(() => {
    if (lastName.current === listName) return;
    lastName.current = listName;
    if (list.current && list.current.getBoundingClientRect().top < 0) list.current.scrollIntoView();
  }, [listName]);
  return { list, listName };
}
