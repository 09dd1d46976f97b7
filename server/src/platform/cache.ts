import { LRUCache } from 'lru-cache';
import type { Bus, Envelope } from './realtime/bus.ts';

/** Bounds an LRU cache: its option `max` would take the memory of a full one from the start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/**
 * Caches answers that are the same for everybody until a signal says they changed. Concurrent requests for a key share one
 * load. A load during which a change arrives still answers the requests from before the change, and none after it. While
 * signals of other processes do not arrive nothing is cached.
 * @param invalidates which signals drop everything cached
 * @param maxEntries beyond which the least recently used entry is evicted
 */
export function cacheUntilSignal<Value>(bus: Bus, invalidates: (envelope: Envelope) => boolean, maxEntries: number) {
  const cached = new LRUCache<string, Promise<Value>>({ max: maxEntries });
  bus.onGap(() => cached.clear());
  bus.listen((envelope) => {
    if (invalidates(envelope)) cached.clear();
  });
  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    if (!bus.connected()) return load();
    const existing = cached.get(key);
    if (existing) return existing;
    const loading = load();
    cached.set(key, loading);
    loading.catch(() => cached.peek(key) === loading && cached.delete(key));
    return loading;
  };
}
