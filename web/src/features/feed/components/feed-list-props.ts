import type { FeedFilter } from '../api.ts';

/** The props of a list of posts with a filter. */
export type FeedListProps = {
  filter: FeedFilter;
  onClear: () => void;
  /** Whether a search that finds nothing shows nothing, instead of what it may have meant. */
  isExact: boolean;
  onExact: () => void;
};
