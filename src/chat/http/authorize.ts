import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/credentials/network-of.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from './caller.ts';
import { ChatError, rateLimitHit } from './errors.ts';
import type { Authorized, ChatOperation } from './operation.ts';

/**
 * Authenticates the caller by the headers of the request; `app.ts` provides it, since accounts lie above this room.
 * @throws {ChatError} for callers that are refused
 */
export type Authenticate = (
  services: Services,
  headers: IncomingHttpHeaders,
  optimistic: boolean,
) => Promise<Authorized>;

/** Says as whom a request without credentials is handled, or refuses it; `app.ts` hands it over as well. */
export type Spectate = (services: Services, optimistic: boolean) => Promise<Authorized>;

/** Both. */
export interface Doors {
  authenticate: Authenticate;
  spectate: Spectate;
}

/**
 * Authorizes a request.
 * @param optimistic whether cached facts suffice, although another process may have changed them a moment ago
 */
export type Authorize = (
  operation: ChatOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  optimistic: boolean,
) => Promise<Authorized>;

/**
 * Makes the check that every request of the chat API passes: the key, the caller's number of requests a minute (in the
 * headers of every answer), and whether the caller may call the operation at all.
 */
export function createAuthorize(app: FastifyInstance, services: Services, doors: Doors): Authorize {
  const { config, clock } = services;
  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });

  const count = async (request: FastifyRequest, reply: FastifyReply, who: string) => {
    if (!config.rateLimits) return;
    const { limit, remaining, resetSeconds, exceeded } = await limiter(request, who);
    reply.headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(clock.now().getTime() / 1000 + resetSeconds)),
    });
    if (exceeded) throw rateLimitHit(resetSeconds);
  };

  return async (operation, request, reply, optimistic) => {
    const isAnonymous = spectates(operation, request);
    // Before anything is asked of the database, and also where the organization is closed to the world.
    if (isAnonymous) await count(request, reply, `world ${networkOf(request.client.address)}`);
    const authorized = isAnonymous
      ? await doors.spectate(services, optimistic)
      : await authenticateCounting(services, doors.authenticate, request, optimistic);
    const { caller } = authorized;
    if (!isAnonymous) await count(request, reply, `${caller.organizationId} ${caller.userId}`);
    checkAccess(operation, caller);
    return authorized;
  };
}

/**
 * Authenticates the caller. Only wrong keys count as guesses: a request without credentials guesses nothing. Right keys
 * are never refused: one address may stand for many people.
 * @throws {ChatError} for callers that are refused
 */
export async function authenticateCounting(
  services: Services,
  authenticate: Authenticate,
  request: FastifyRequest,
  optimistic: boolean,
): Promise<Authorized> {
  return authenticate(services, request.headers, optimistic).catch(async (error: unknown) => {
    if (error instanceof ChatError && error.code === 'INVALID_API_KEY')
      await services.guesses.countWrongKey('chat', request.client.address);
    throw error;
  });
}

/** Authorizes a request again, by present facts; it is not counted again. */
export async function reauthorize(
  services: Services,
  { authenticate, spectate }: Doors,
  operation: ChatOperation,
  request: FastifyRequest,
): Promise<Authorized> {
  const authorized = spectates(operation, request)
    ? await spectate(services, false)
    : await authenticate(services, request.headers, false);
  checkAccess(operation, authorized.caller);
  return authorized;
}

/** Whether a request has credentials, right or wrong. */
function spectates({ access }: ChatOperation, { headers }: FastifyRequest): boolean {
  return access.spectators === true && headers.authorization === undefined && headers.cookie === undefined;
}

function checkAccess({ access }: ChatOperation, caller: ChatCaller): void {
  const refusal = access.refusal(caller);
  if (refusal !== undefined) throw new ChatError(access.code, refusal);
}
