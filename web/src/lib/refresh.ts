import { hashKey } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

const pause = 1000;
/** When each thing may be fetched again, in milliseconds since 1970. */
const nextTimes = new Map<string, number>();
const waiting = new Set<string>();

/**
 * Fetches again what is on the screen of `queryKey` and marks the rest as old: at once, but at most once a second
 * however many signals come (D36).
 */
export const refresh = (client: QueryClient, queryKey: QueryKey): void =>
  atMostEverySecond(hashKey(queryKey), () => void client.invalidateQueries({ queryKey }));

/** Does something at once, but at most once a second; calls that come meanwhile are one. @param name what it is about */
export function atMostEverySecond(name: string, work: () => void): void {
  if (waiting.has(name)) return;
  const delay = (nextTimes.get(name) ?? 0) - Date.now();
  const run = () => {
    waiting.delete(name);
    nextTimes.set(name, Date.now() + pause);
    work();
  };
  if (delay <= 0) return run();
  waiting.add(name);
  setTimeout(run, delay);
}
