import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { lruOf } from '../lru.ts';

/** Keys counted at a time; the longest untouched is forgotten first. */
const MAX_COUNTED = 50_000;

interface Window {
  count: number;
  endsAt: number;
}

/**
 * Counts requests in fixed windows. The library's own store hands out the object that it counts in, so requests of one
 * moment all saw the count of the last of them: of five that were allowed at once, two were served.
 */
export class WindowStore implements FastifyRateLimitStore {
  readonly #windows = lruOf<string, Window>(MAX_COUNTED);

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow = 0,
  ): void {
    const now = Date.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + timeWindow };
      this.#windows.set(key, window);
    }
    window.count++;
    callback(null, { current: window.count, ttl: window.endsAt - now });
  }

  /** Each limiter counts for itself. */
  child(): WindowStore {
    return new WindowStore();
  }
}
