import { LRUCache } from 'lru-cache';
import type { Metrics } from './metrics.ts';
import type { Bus, Envelope } from './realtime/bus.ts';

/** Bounds an LRU cache: its option `max` would take the memory of a full one from the start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/** @returns notes whether the cache of that name had what it was asked for */
export function measureCache({ counter }: Metrics, cache: string): (isHit: boolean) => void {
  const count = counter('lapau_cache_reads_total', 'Reads of caches, and whether they had the answer', [
    'cache',
    'result',
  ]);
  return (isHit) => count({ cache, result: isHit ? 'hit' : 'miss' });
}

/**
 * Caches answers that are the same for everybody until a signal says they changed. Concurrent requests for a key share one
 * load. A load during which a change arrives still answers the requests from before the change, and none after it. While
 * signals of other processes do not arrive nothing is cached.
 * @param name under which its hits are counted (metrics.ts)
 * @param invalidates which signals drop everything cached
 * @param maxEntries beyond which the least recently used entry is evicted
 */
export function cacheUntilSignal<Value>(
  { bus, metrics }: { bus: Bus; metrics: Metrics },
  name: string,
  invalidates: (envelope: Envelope) => boolean,
  maxEntries: number,
) {
  const noteRead = measureCache(metrics, name);
  const cached = new LRUCache<string, Promise<Value>>({ max: maxEntries });
  bus.onGap(() => cached.clear());
  bus.listen((envelope) => {
    if (invalidates(envelope)) cached.clear();
  });
  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    if (!bus.connected()) return load();
    const existing = cached.get(key);
    noteRead(existing !== undefined);
    if (existing) return existing;
    const loading = load();
    cached.set(key, loading);
    loading.catch(() => cached.peek(key) === loading && cached.delete(key));
    return loading;
  };
}
