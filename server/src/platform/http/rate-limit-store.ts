type Window = { current: number; endsAt: number };

const maxKeys = 20_000;

/**
 * Counts requests by key in windows of fixed length, as the plugin's own store does. That one goes by the host's clock: set back
 * by a day, it would let no window end for a day.
 */
export class RateLimitStore {
  /** The least recently used first. */
  readonly #windows = new Map<string, Window>();

  incr(key: string, answer: (error: null, count: { current: number; ttl: number }) => void, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const { current, endsAt } = known && known.endsAt > now ? known : { current: 0, endsAt: now + windowMs };
    this.#windows.delete(key);
    this.#windows.set(key, { current: current + 1, endsAt });
    if (this.#windows.size > maxKeys) this.#dropLeastRecent();
    answer(null, { current: current + 1, ttl: endsAt - now });
  }

  #dropLeastRecent(): void {
    const [first = ''] = this.#windows.keys();
    this.#windows.delete(first);
  }

  /** Each limit counts for itself. */
  child(): RateLimitStore {
    return new RateLimitStore();
  }
}
