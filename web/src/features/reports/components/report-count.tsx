import { useInfiniteQuery } from '@tanstack/react-query';
import { pendingReportsQuery } from '../api-admin.ts';
import { useReportsRealtime } from '../realtime.ts';

/** How many things wait that were reported, kept current: ' (3)', ' (20+)' while more can be loaded, nothing for none. */
export function ReportCount() {
  useReportsRealtime();
  const { data, hasNextPage } = useInfiniteQuery(pendingReportsQuery);
  const count = data?.pages.flat().length ?? 0;
  return count > 0 && <span>{` (${count}${hasNextPage ? '+' : ''})`}</span>;
}
