import '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key under which the request is counted, set before a limiter is asked. */
    rateLimitKey?: string;
  }
}

/** State of a key after a request was counted. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts a request under a key, in fixed windows. */
export type RateLimiter = (request: FastifyRequest, key: string) => Promise<RateLimit>;

/**
 * A limiter on the counters of `@fastify/rate-limit`, which must be registered on `app`.
 * @param windowMs length of a window
 */
export function createRateLimiter(app: FastifyInstance, options: { limit: number; windowMs: number }): RateLimiter {
  const count = app.createRateLimit({
    max: options.limit,
    timeWindow: options.windowMs,
    keyGenerator: (request: FastifyRequest) => request.rateLimitKey ?? request.client.address,
  });
  return async (request, key) => {
    request.rateLimitKey = key;
    const state = await count(request);
    if (state.isAllowed) return { limit: options.limit, remaining: options.limit, resetSeconds: 0, exceeded: false };
    return {
      limit: options.limit,
      remaining: state.remaining,
      resetSeconds: state.ttl / 1000,
      exceeded: state.isExceeded,
    };
  };
}
