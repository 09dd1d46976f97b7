import { useInfiniteQuery } from '@tanstack/react-query';
import { pendingAppealsQuery } from '../api-admin.ts';
import { useAppealsRealtime } from '../realtime.ts';

/** How many appeals wait, kept current: ' (3)', ' (20+)' while more can be loaded, nothing for none. */
export function AppealCount() {
  useAppealsRealtime();
  const { data, hasNextPage } = useInfiniteQuery(pendingAppealsQuery);
  const count = data?.pages.flat().length ?? 0;
  return count > 0 && <span>{` (${count}${hasNextPage ? '+' : ''})`}</span>;
}
