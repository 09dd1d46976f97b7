import type { FeedFilter } from '../api.ts';

/** Of a list of posts with a filter. */
export type FeedListProps = {
  filter: FeedFilter;
  onClear: () => void;
  /** A search that finds nothing shows nothing, not what it may have meant. */
  isExact: boolean;
  onExact: () => void;
};
