import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
/** What is counted at a time; the longest untouched is forgotten first. */
const MAX_COUNTED = 50_000;

interface Count {
  wrong: number;
  endsAt: number;
}

/** There were too many wrong keys or passwords; `seconds` (with a fraction) says how long to wait. */
export class TooManyGuesses extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many wrong keys or passwords');
    this.seconds = seconds;
  }
}

/** Counts wrong keys and passwords by whom they came from and whose they were to be, in windows of a minute. */
export class FailedAttempts {
  readonly #counts = new LRUCache<string, Count>({ max: MAX_COUNTED });
  readonly #limited: boolean;

  /** @param limited whether there are limits at all (setting RATE_LIMITS) */
  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /**
   * Counts a guess as wrong. Called before a guess is looked at, it keeps many at a time from being taken for one.
   * @param limits what the guess counts against (`address 192.0.2.7`), and the most wrong ones in a minute
   * @returns takes the count back: the guess was right
   * @throws {TooManyGuesses} when a limit is reached; the guess is not counted then
   */
  count(limits: Readonly<Record<string, number>>, now: Date): () => void {
    if (!this.#limited) return () => undefined;
    const time = now.getTime();
    const counts = Object.entries(limits).map(([key, limit]) => ({ count: this.#countOf(key, time), limit }));
    const full = counts.find(({ count, limit }) => count.wrong >= limit);
    if (full) throw new TooManyGuesses((full.count.endsAt - time) / 1000);
    for (const { count } of counts) count.wrong++;
    return () => {
      for (const { count } of counts) count.wrong--;
    };
  }

  #countOf(key: string, now: number): Count {
    const kept = this.#counts.get(key);
    if (kept && kept.endsAt > now) return kept;
    const count = { wrong: 0, endsAt: now + WINDOW_MS };
    this.#counts.set(key, count);
    return count;
  }
}
