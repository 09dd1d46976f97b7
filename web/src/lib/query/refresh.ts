import { hashKey } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const intervalMs = 1000;
/** When each key may run again, by the page's clock. */
const nextRunAt = new Map<string, number>();
const scheduled = new Set<string>();

/**
 * Invalidates `queryKey`, which refetches the queries on the screen: at once, but at most once a second however many signals
 * arrive.
 */
export const refresh = (client: QueryClient, queryKey: QueryKey): void =>
  atMostEverySecond(hashKey(queryKey), () => void client.invalidateQueries({ queryKey }));

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
