import { canOrderNow } from '@lapau/contract/order';
import type { MenuPost } from '@lapau/contract/posts';
import type { MyWarung } from '@lapau/contract/warungs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { hasSignal, subscribeToSignal } from '../../../lib/network/signal.ts';
import { usePendingChanges } from '../../../lib/outbox/latest-changes.ts';
import { useOutboxEntries } from '../../../lib/session/use-outbox.ts';
import { useNow } from '../../../ui/parts/use-now.ts';
import { postDeletions } from '../api-deletions.ts';
import { menuPosts, myMenuQuery } from '../api-menu.ts';
import { sendingDishes } from '../composer/sending-dishes.ts';
import { useMenuChanges } from './use-menu-changes.ts';

type TodaysMenu = {
  /** The dishes that can be ordered now, newest first, as the cook has just set them; undefined until the menu is there. */
  dishes: readonly MenuPost[] | undefined;
  /** Whether the stall has dishes at all. */
  hasDishes: boolean;
  /** Whether the dishes beyond those that were loaded are on their way, or cannot be loaded now. */
  rest: 'none' | 'loading' | 'missing';
  /** How many dishes have not been posted yet: buyers do not see them. */
  unsent: number;
  /** The failure if there is no menu. */
  error: Error | null;
  retry: () => void;
};

/** What a stall of one's own offers now. While it is shown, the dishes that nobody has scrolled to are loaded too. */
export function useTodaysMenu(warung: Pick<MyWarung, 'is_open'>): TodaysMenu {
  const query = useInfiniteQuery(myMenuQuery);
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const changes = useMenuChanges();
  const deletions = usePendingChanges(postDeletions);
  const unsent = useOutboxEntries(sendingDishes).length;
  const isOnline = useSyncExternalStore(subscribeToSignal, hasSignal, hasSignal);
  const now = useNow();

  const shouldLoad = hasNextPage && !isFetching && !isFetchNextPageError && isOnline;
  useEffect(() => {
    if (shouldLoad) void fetchNextPage();
  }, [shouldLoad, fetchNextPage]);

  const posts = data && menuPosts(data, changes, deletions, new Date(now));
  return {
    dishes: posts?.filter((post) => canOrderNow({ isOpen: post.is_open, warungIsOpen: warung.is_open })),
    hasDishes: posts !== undefined && posts.length > 0,
    rest: !hasNextPage ? 'none' : isFetchNextPageError || !isOnline ? 'missing' : 'loading',
    unsent,
    error: data ? null : error,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };
}
