import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { NearSearch } from '../../search/components/near-search.tsx';
import { feedQuery, postsOf } from '../api.ts';
import type { FeedListProps } from './feed-list-props.ts';

type NearListProps = FeedListProps & {
  /** The list that has found nothing. */
  List: ComponentType<FeedListProps>;
};

/** Lists what a search may have meant that finds nothing as it was typed, below a line that says so. */
export function NearList({ List, filter, ...props }: NearListProps) {
  const near = { ...filter, near: true as const };
  const { queryKey } = feedQuery(near);
  const { data } = useInfiniteQuery(feedQuery(near));
  const name = data && (postsOf(data).length > 0 ? data.pages[0]?.name : null);
  return (
    <>
      <div className={filter.foods ? undefined : 'px-3'}>
        <NearSearch search={filter.search} name={name} onExact={props.onExact} queryKey={queryKey} />
      </div>
      <List filter={near} {...props} />
    </>
  );
}
