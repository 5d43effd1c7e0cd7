import type { RateLimit } from '../http/rate-limit.ts';
import { WindowStore } from '../http/window-store.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import type { Session } from './session.ts';

const WINDOW_MS = 60_000;
const windows = perServices(() => new WindowStore());

/**
 * Counts a request of a session against its person's own budget, one for all APIs: pages that are open all day take
 * nothing from what integrations have. Like all limits of requests in this process alone.
 */
export function countSessionRequest(
  services: Services,
  { organizationId, personId }: Pick<Session, 'organizationId' | 'personId'>,
): RateLimit {
  const limit = services.config.sessionRequestsPerMinute;
  let counted = { current: 0, ttl: WINDOW_MS };
  if (services.config.rateLimits)
    windows(services).incr(
      `${organizationId} ${personId}`,
      (_error, result) => {
        counted = result!;
      },
      WINDOW_MS,
    );
  const remaining = Math.max(0, limit - counted.current);
  return { limit, remaining, resetSeconds: counted.ttl / 1000, exceeded: counted.current > limit };
}
