import { hashKey } from '@tanstack/react-query';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

const intervalMs = 1000;
/** When each key may run again, by the page's clock. */
const nextRunAt = new Map<string, number>();
const scheduled = new Set<string>();
/** The queries that are going to be fetched once more after what is being fetched. */
const awaited = new WeakSet<Query>();

/**
 * Invalidates `queryKey`, which refetches the queries on the screen: at once, but at most once a second however many signals
 * arrive. A query that is being fetched, if only for the first time, is fetched once more afterwards, as its answer may have been read
 * before the change. It is not cancelled: on a slow line a signal every second would never let it end.
 */
export const refresh = (client: QueryClient, queryKey: QueryKey): void =>
  atMostEverySecond(hashKey(queryKey), () => {
    for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
      if (awaited.has(query)) continue;
      awaited.add(query);
      afterFetch(query, (isAnswered) => {
        awaited.delete(query);
        if (isAnswered) refresh(client, query.queryKey);
      });
    }
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  });

/** Runs `task` once a fetch that is under way has ended, and tells whether it has brought an answer. */
export function afterFetch(query: Query, task: (isAnswered: boolean) => void): void {
  // While a query is being fetched, this joins that fetch.
  query.fetch().then(
    () => task(true),
    () => task(false),
  );
}

/** Runs `task` at once, but for each key at most once a second; calls in between run as one after that second. */
export function atMostEverySecond(key: string, task: () => void): void {
  if (scheduled.has(key)) return;
  const delayMs = (nextRunAt.get(key) ?? 0) - performance.now();
  const run = () => {
    scheduled.delete(key);
    nextRunAt.set(key, performance.now() + intervalMs);
    task();
  };
  if (delayMs <= 0) return run();
  scheduled.add(key);
  setTimeout(run, delayMs);
}
