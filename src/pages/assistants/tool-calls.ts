import type { RateLimit } from '../../platform/http/rate-limit.ts';
import { WindowStore } from '../../platform/http/window-store.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';

const WINDOW_MS = 60_000;
const windows = perServices(() => new WindowStore());

/** Counts a call of a tool for a person, whichever of their keys is used. In this process alone, as all limits of requests. */
export function countToolCall(
  services: Services,
  { organizationId, personId }: { organizationId: string; personId: string },
): RateLimit {
  const limit = services.config.assistantCallsPerMinute;
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
