import { LRUCache } from 'lru-cache';
import { measureCache } from '../metrics/metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Bus, Envelope } from './bus.ts';

/**
 * Caches answers that are the same for everybody until a signal says they changed. Concurrent requests for a key share one load. A
 * load during which a change arrives still answers the requests from before the change, and none after it. While signals of other
 * processes do not arrive nothing is cached.
 * @param name the name under which its hits are counted (metrics.ts)
 * @param invalidates which signals drop everything cached
 * @param maxEntries beyond this number the least recently used entry is dropped
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
