import { TooManyGuesses } from '../credentials/failed-attempts.ts';
import { networkOf } from '../credentials/network-of.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import { WindowStore } from './window-store.ts';

const WINDOW_MS = 60_000;
const windows = perServices(() => new WindowStore());

/**
 * Counts a request that anybody may make, by its address; like all limits of requests in this process alone.
 * @param most in a minute
 * @throws {TooManyGuesses}
 */
export function countPublicView(services: Services, address: string, most: number): void {
  if (!services.config.rateLimits) return;
  windows(services).incr(
    networkOf(address),
    (_error, result) => {
      if (result!.current > most) throw new TooManyGuesses(result!.ttl / 1000);
    },
    WINDOW_MS,
  );
}
