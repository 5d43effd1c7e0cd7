import { LRUCache } from 'lru-cache';
import type { Services } from '../../platform/services.ts';
import { DispatchError } from '../http/errors.ts';

/** Wrong passwords for one number in a minute. */
const WRONG_PER_PHONE = 10;
const WINDOW_MS = 60_000;

interface Window {
  until: number;
  count: number;
}

const windows = new WeakMap<Services, LRUCache<string, Window>>();

/**
 * Counts an attempt to sign in against the limits for its address and its phone number, before the password is looked
 * at, so that many at once do not slip through together.
 * @returns gives the attempt back: the password was right
 * @throws {DispatchError} 2300 when there were too many wrong ones
 */
export function countAttempt(services: Services, address: string, phone: string): () => void {
  const { config, clock } = services;
  if (!config.rateLimits) return () => undefined;
  const now = clock.now().getTime();
  const own = windows.get(services) ?? new LRUCache<string, Window>({ max: 50_000 });
  windows.set(services, own);
  const limits = [
    [`address ${address}`, config.failedSignInsPerMinute],
    [`phone ${phone}`, WRONG_PER_PHONE],
  ] as const;
  const counted = limits.map(([key, limit]) => {
    let window = own.get(key);
    if (!window || window.until <= now) {
      window = { until: now + WINDOW_MS, count: 0 };
      own.set(key, window);
    }
    if (window.count >= limit) throw new DispatchError(2300, 'Too many attempts to sign in. Wait a minute.');
    return window;
  });
  for (const window of counted) window.count++;
  return () => {
    for (const window of counted) window.count--;
  };
}
