import { LRUCache } from 'lru-cache';
import { ChatError } from '../http/errors.ts';

const WINDOW_MS = 60_000;
/** Addresses and accounts that are counted at a time; the longest untouched are forgotten first. */
const MOST_COUNTED = 50_000;

interface Count {
  wrong: number;
  endsAt: number;
}

/** Counts wrong passwords by whom they came from and whose they were to be, in windows of a minute. */
export class SignInAttempts {
  readonly #counts = new LRUCache<string, Count>({ max: MOST_COUNTED });

  /**
   * Counts an attempt as wrong until it turns out right, so that many at a time are not one.
   * @returns takes the count back
   * @throws {ChatError} `RATE_LIMIT_HIT`
   */
  begin(keys: readonly string[], limit: number, now: number): () => void {
    const counts = keys.map((key) => this.#count(key, now));
    const full = counts.find((count) => count.wrong >= limit);
    if (full)
      throw new ChatError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
        'retry-after': Math.max(0.001, (full.endsAt - now) / 1000),
      });
    for (const count of counts) count.wrong++;
    return () => {
      for (const count of counts) count.wrong--;
    };
  }

  #count(key: string, now: number): Count {
    const kept = this.#counts.get(key);
    if (kept && kept.endsAt > now) return kept;
    const count = { wrong: 0, endsAt: now + WINDOW_MS };
    this.#counts.set(key, count);
    return count;
  }
}
