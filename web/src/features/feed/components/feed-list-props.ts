import type { FeedFilter } from '../api.ts';

/** A list of posts with a filter takes these. */
export type FeedListProps = {
  filter: FeedFilter;
  onClear: () => void;
  /** A search that finds nothing shows nothing, not what it may have meant. */
  isExact: boolean;
  onExact: () => void;
};
