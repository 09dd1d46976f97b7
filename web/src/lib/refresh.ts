import { hashKey } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const pause = 1000;
/** When each key may be refreshed again, in milliseconds since 1970. */
const nextTimes = new Map<string, number>();
const waiting = new Set<string>();

/**
 * Fetches again what is on the screen of `queryKey` and marks the rest as old: at once, but at most once a second
 * however many signals come (D36).
 */
export function refresh(client: QueryClient, queryKey: QueryKey): void {
  const name = hashKey(queryKey);
  if (waiting.has(name)) return;
  const delay = (nextTimes.get(name) ?? 0) - Date.now();
  const run = () => {
    waiting.delete(name);
    nextTimes.set(name, Date.now() + pause);
    void client.invalidateQueries({ queryKey });
  };
  if (delay <= 0) return run();
  waiting.add(name);
  setTimeout(run, delay);
}
