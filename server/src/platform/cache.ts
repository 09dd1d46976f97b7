import type { Bus, Envelope } from './realtime/bus.ts';

/**
 * Keeps answers that are the same for everybody until a signal says they changed. Concurrent askers share one load; a
 * load that a change overtakes still answers those who asked before the change, and nobody after it.
 * @param dropsOn which signals make every kept answer old
 * @param most number of answers kept; the oldest goes first
 */
export function cacheUntilSignal<Value>(bus: Bus, dropsOn: (envelope: Envelope) => boolean, most: number) {
  const kept = new Map<string, Promise<Value>>();
  bus.onGap(() => kept.clear());
  bus.listen((envelope) => {
    if (dropsOn(envelope)) kept.clear();
  });
  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    if (!bus.connected()) return load();
    const existing = kept.get(key);
    if (existing) return existing;
    const loading = load();
    kept.set(key, loading);
    loading.catch(() => kept.get(key) === loading && kept.delete(key));
    const oldest = kept.size > most ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return loading;
  };
}
