import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/credentials/network-of.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { countSessionRequest } from '../../platform/sessions/budget.ts';
import { keyInCookie } from '../../platform/sessions/cookie.ts';
import type { Access, ChatCaller } from './caller.ts';
import { ChatError, noRight, rateLimitHit } from './errors.ts';
import type { Authorized, ChatOperation } from './operation.ts';

/**
 * Authenticates the caller of a request; `app.ts` provides it, since accounts lie above this room.
 * @throws {ChatError} for callers that are refused
 */
export type Authenticate = (
  services: Services,
  request: Pick<FastifyRequest, 'method' | 'headers' | 'client'>,
  optimistic: boolean,
) => Promise<Authorized>;

/** Says as whom a request without credentials is handled, or refuses it; `app.ts` hands it over as well. */
export type Spectate = (services: Services, host: string, optimistic: boolean) => Promise<Authorized>;

/** Both. */
export interface Authenticators {
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
export function createAuthorize(app: FastifyInstance, services: Services, authenticators: Authenticators): Authorize {
  const { config, clock } = services;
  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });
  const counted = (request: FastifyRequest, who: string | ChatCaller) => {
    if (typeof who === 'string') return limiter(request, who);
    const { organizationId, userId, personId = who.scope?.personId } = who;
    if (personId === undefined) return limiter(request, `${organizationId} ${userId}`);
    return countSessionRequest(services, { organizationId, personId });
  };

  const count = async (request: FastifyRequest, reply: FastifyReply, who: string | ChatCaller) => {
    if (!config.rateLimits) return;
    const { limit, remaining, resetSeconds, exceeded } = await counted(request, who);
    reply.headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(Math.ceil(clock.now().getTime() / 1000 + resetSeconds)),
    });
    if (exceeded) throw rateLimitHit(resetSeconds);
  };

  return async (operation, request, reply, optimistic) => {
    const isAnonymous = spectates(services, operation, request);
    // Before anything is asked of the database, and also where the organization is closed to the world.
    if (isAnonymous) await count(request, reply, `world ${networkOf(request.client.address)}`);
    const authorized = isAnonymous
      ? await authenticators.spectate(services, request.client.host, optimistic)
      : await authenticateCounting(services, authenticators.authenticate, request, optimistic, operation.access);
    const { caller } = authorized;
    // A page that waits for events asks for nothing.
    const isWaiting = caller.personId !== undefined && operation.holds;
    if (!isAnonymous && !isWaiting) await count(request, reply, caller);
    checkAccess(operation, caller);
    return authorized;
  };
}

/**
 * Authenticates the caller. Only wrong keys count as guesses: a request without credentials guesses nothing. Right keys
 * are never refused: one address may stand for many people.
 * @param access where it is left out, the request is for nothing that an incoming webhook needs
 * @throws {ChatError} for callers that are refused
 */
export async function authenticateCounting(
  services: Services,
  authenticate: Authenticate,
  request: FastifyRequest,
  optimistic: boolean,
  access: Pick<Access, 'incomingWebhooks'> = {},
): Promise<Authorized> {
  const authorized = authenticate(services, request, optimistic).catch(async (error: unknown) => {
    const code = error instanceof ChatError ? error.code : undefined;
    const isWrongCookie = code === 'UNAUTHORIZED' && keyInCookie(services, request.headers) !== undefined;
    if (code === 'INVALID_API_KEY' || isWrongCookie)
      await services.guesses.countWrongKey('chat', request.client.address);
    throw error;
  });
  const { caller } = await authorized;
  const { organizationId: organization, userId, credentialId: key } = caller;
  request.asker = { organization, kind: kindOfKey(caller), subject: String(userId), key };
  checkWebhook(access, caller);
  return authorized;
}

/** Authorizes a request again, by present facts; it is not counted again. */
export async function reauthorize(
  services: Services,
  { authenticate, spectate }: Authenticators,
  operation: ChatOperation,
  request: FastifyRequest,
): Promise<Authorized> {
  const authorized = spectates(services, operation, request)
    ? await spectate(services, request.client.host, false)
    : await authenticate(services, request, false);
  checkWebhook(operation.access, authorized.caller);
  checkAccess(operation, authorized.caller);
  return authorized;
}

/** Whoever has the key of an incoming webhook is trusted with what it says, not with what its owner may read or change. */
function checkWebhook({ incomingWebhooks }: Pick<Access, 'incomingWebhooks'>, caller: ChatCaller): void {
  if (caller.isIncomingWebhook && !incomingWebhooks) throw noRight('Incoming webhook bots can only send messages');
}

/** Whether a request has credentials, right or wrong. */
function spectates(services: Services, { access }: ChatOperation, { headers }: FastifyRequest): boolean {
  return (
    access.spectators === true && headers.authorization === undefined && keyInCookie(services, headers) === undefined
  );
}

function checkAccess({ access, read }: ChatOperation, caller: ChatCaller): void {
  if (caller.scope && !caller.scope.mayWrite && !read) throw noRight('This key only reads.');
  const refusal = access.refusal(caller);
  if (refusal !== undefined) throw new ChatError(access.code, refusal);
}

/** The kind of the key that was used. */
function kindOfKey({ personId, scope }: ChatCaller): string {
  if (scope) return 'assistant';
  return personId === undefined ? 'chat' : 'session';
}
