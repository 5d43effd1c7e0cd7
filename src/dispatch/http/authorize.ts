import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Assistant, assistantOf } from '../../platform/assistants/access.ts';
import { hasDispatch, type KeyScope } from '../../platform/assistants/scope.ts';
import type { CredentialKind, Identity } from '../../platform/credentials/credentials.ts';
import { noteKeyUse } from '../../platform/credentials/key-uses.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { queryOf } from '../../platform/http/paths.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { countSessionRequest } from '../../platform/sessions/budget.ts';
import { keyInCookie } from '../../platform/sessions/cookie.ts';
import { isFromOwnPage } from '../../platform/sessions/own-page.ts';
import { askerOf, readSession } from '../../platform/sessions/read-session.ts';
import { type DispatchCaller, type Sight, WHOLE_SIGHT } from './caller.ts';
import { DispatchError } from './errors.ts';
import { FormBody } from './input.ts';
import type { DispatchOperation } from './operation.ts';
import type { UnseenAmong } from './unseen.ts';

/** Whether an administrator may only read. */
export type IsReadOnly = (
  state: Services['state'],
  organizationId: string,
  administratorId: string,
) => Promise<boolean>;

/** The administrator that a person is; null: none. */
export type FindAdministrator = (
  facts: FactSource,
  personId: string,
) => Promise<{ id: string; isActive: boolean } | null>;

/** The ID of the worker that a person is; null: none. */
export type FindWorkerId = (facts: FactSource, personId: string) => Promise<string | null>;

/** Loads the sight of an administrator. */
export type FindSight = (state: Services['state'], organizationId: string, administratorId: string) => Promise<Sight>;

/**
 * Whether the organization is somebody's own: the super administrator's, and, with a browser, whoever is an owner in chat.
 */
export type IsOwner = (
  services: Services,
  organizationId: string,
  who: { administratorId: string } | { personId: string },
) => Promise<boolean>;

/** Returns a name by ID; null if nobody has this ID. */
export type NameOf = (reader: Reader, id: string) => Promise<string | null>;

/** Functions that `app.ts` hands to this folder because people are in a layer above it. */
export interface PeopleLookups {
  isReadOnly: IsReadOnly;
  findAdministrator: FindAdministrator;
  findWorkerId: FindWorkerId;
  findSight: FindSight;
  isOwner: IsOwner;
  nameOfAdministrator: NameOf;
  nameOfWorker: NameOf;
  unseenAmong: UnseenAmong;
}

/** Parts of an operation that matter for authorization. */
type Asked = Pick<
  DispatchOperation,
  'access' | 'owners' | 'wholeSight' | 'read' | 'stream' | 'onlyReads' | 'transport'
>;

/** Authorizes requests. */
interface Authorization {
  authorize(operation: Asked, request: FastifyRequest, reply: FastifyReply): Promise<DispatchCaller>;
  /** The same for a request that is still being answered, by what holds now; it is not counted again. */
  reauthorize(operation: Asked, request: FastifyRequest): Promise<DispatchCaller>;
}

/** A request that is authorized. */
interface Asking {
  services: Services;
  lookups: PeopleLookups;
  operation: Asked;
  request: FastifyRequest;
  /** Undefined: it was counted before, and is not again. */
  reply: FastifyReply | undefined;
}

/**
 * Makes the check that every request of the dispatch API passes: the key, the organization's number of requests a second
 * (in the headers of every answer), and whether this kind of key may be used for the operation at all.
 */
export function createAuthorize(app: FastifyInstance, services: Services, lookups: PeopleLookups): Authorization {
  const { config } = services;
  const limit = config.dispatchRequestsPerSecond;
  const limiter = createRateLimiter(app, { limit, windowMs: 1000 });
  const unlimited: RateLimit = { limit, remaining: limit, resetSeconds: 1, exceeded: false };
  const callerOf = async (asking: Asking): Promise<DispatchCaller> => {
    const { request, reply } = asking;
    if (request.headers.authorization === undefined && keyInCookie(services, request.headers) !== undefined)
      return callerOfSession(asking);
    const assistant = await assistantOf(services, request.headers);
    if (assistant) return callerOfAssistant(asking, assistant);
    const identity = await identify(asking);
    noteKeyUse(services, identity);
    const { kind, organizationId, subject, credentialId: key } = identity;
    request.asker = { organization: organizationId, kind, subject, key };
    // One budget for all keys of an organization (D.2); a worker's device has its own.
    const owner = kind === 'worker' ? `${organizationId} ${subject}` : organizationId;
    if (reply) sendLimitHeaders(reply, config.rateLimits ? await limiter(request, owner) : unlimited, 'second');
    return callerOfKey(asking, identity);
  };
  return {
    authorize: (operation, request, reply) => callerOf({ services, lookups, operation, request, reply }),
    reauthorize: (operation, request) => callerOf({ services, lookups, operation, request, reply: undefined }),
  };
}

/** Finds whose key a request carries. */
async function identify({ services, operation, request, reply }: Asking): Promise<Identity> {
  const { credentials, guesses, state } = services;
  const keys = presentedKeys(request, operation);
  if (keys.length === 0)
    throw new DispatchError(1100, 'The request has no API key. Send it as the user name of Basic authentication.');
  for (const key of keys) {
    const cached = await credentials.identify(key);
    // A device reports often, and finds by itself that its worker is gone; all others are checked by what holds now,
    // also when another process has just changed it.
    if (cached && cached.kind !== 'worker') await state.confirm(cached.organizationId);
    const identity = cached?.kind === 'worker' ? cached : await credentials.identify(key);
    if (identity && isOfThisApi(identity.kind)) return identity;
  }
  if (reply) await guesses.countWrongKey('dispatch', request.client.address);
  throw new DispatchError(1102, 'The API key does not exist or is no longer active.');
}

const isOfThisApi = (kind: CredentialKind): boolean => ['dispatch', 'administrator', 'worker'].includes(kind);

async function callerOfKey(asking: Asking, identity: Identity): Promise<DispatchCaller> {
  const { kind, organizationId, credentialId, subject } = identity;
  if (asking.operation.access !== (kind === 'worker' ? 'worker' : 'apiKey'))
    throw new DispatchError(1300, 'This key cannot be used for this operation.');
  if (kind === 'worker') return { kind: 'worker', organizationId, credentialId, workerId: subject! };
  if (asking.operation.owners)
    await checkOwner(asking, organizationId, kind === 'dispatch' ? null : { administratorId: subject! });
  if (kind === 'dispatch') return { kind: 'key', organizationId, credentialId, sight: WHOLE_SIGHT };
  return { organizationId, credentialId, ...(await asAdministrator(asking, organizationId, subject!)) };
}

/** Whoever one of our own pages asks for. What somebody may do follows from who they are on this side. */
async function callerOfSession(asking: Asking): Promise<DispatchCaller> {
  const { services, lookups, operation, request, reply } = asking;
  const { guesses, state } = services;
  if (!(await isFromOwnPage(services, request)))
    throw new DispatchError(1300, 'The request must come from a page of this server.', 'foreign page');
  const isDevice = operation.access === 'worker';
  const session = await readSession(services, request, isDevice);
  if (!session) {
    if (reply) await guesses.countWrongKey('dispatch', request.client.address);
    throw new DispatchError(1100, 'You are not signed in.');
  }
  if (reply) sendLimitHeaders(reply, countSessionRequest(services, session), 'minute');
  const { organizationId, personId, credentialId } = session;
  request.asker = askerOf(session);
  if (isDevice) {
    const workerId = await lookups.findWorkerId(state.of(organizationId), personId);
    if (workerId === null) throw new DispatchError(1300, 'Only workers can do this.');
    return { kind: 'worker', organizationId, credentialId, workerId };
  }
  if (operation.owners) {
    await checkOwner(asking, organizationId, { personId });
    return { kind: 'key', organizationId, credentialId, sight: WHOLE_SIGHT };
  }
  const administrator = await lookups.findAdministrator(state.of(organizationId), personId);
  if (!administrator?.isActive) throw new DispatchError(1300, 'Only administrators can do this.');
  return { organizationId, credentialId, ...(await asAdministrator(asking, organizationId, administrator.id)) };
}

/** The person for whom an assistant's tool asks, who sees and does what their key lets it. */
async function callerOfAssistant(asking: Asking, { organizationId, scope }: Assistant): Promise<DispatchCaller> {
  const { services, lookups, operation, request, reply } = asking;
  const { credentialId, personId } = scope;
  request.asker = { organization: organizationId, kind: 'assistant', subject: personId, key: credentialId };
  if (reply) sendLimitHeaders(reply, countSessionRequest(services, { organizationId, personId }), 'minute');
  if (operation.access !== 'apiKey' || operation.owners || !hasDispatch(scope))
    throw new DispatchError(1300, 'This key cannot be used for this operation.');
  const administrator = await lookups.findAdministrator(services.state.of(organizationId), personId);
  if (!administrator?.isActive) throw new DispatchError(1300, 'Only administrators can do this.');
  return { organizationId, credentialId, ...(await asAdministrator(asking, organizationId, administrator.id, scope)) };
}

/** @param who null: the organization's own key, of which nobody knows who holds it */
async function checkOwner(
  { services, lookups }: Asking,
  organizationId: string,
  who: Parameters<IsOwner>[2] | null,
): Promise<void> {
  if (who === null || !(await lookups.isOwner(services, organizationId, who)))
    throw new DispatchError(1300, 'Only owners of the organization can do this.');
}

/** An administrator with what they see, if they may do what is asked for. */
async function asAdministrator(
  { services: { state }, lookups, operation, request }: Asking,
  organizationId: string,
  administratorId: string,
  scope?: KeyScope,
): Promise<{ kind: 'key'; administratorId: string; sight: Sight }> {
  const onlyReads =
    operation.read !== undefined || operation.stream !== undefined || operation.onlyReads?.(request.body);
  if (!onlyReads && (await lookups.isReadOnly(state, organizationId, administratorId)))
    throw new DispatchError(1300, 'This administrator has read-only access.');
  if (!onlyReads && scope && !scope.mayWrite) throw new DispatchError(1300, 'This key only reads.');
  const sight = narrowed(await lookups.findSight(state, organizationId, administratorId), scope);
  if (operation.wholeSight && sight.teams !== null)
    throw new DispatchError(1300, 'This affects the whole organization. Administrators who manage teams cannot do it.');
  return { kind: 'key', administratorId, sight };
}

/** Returns the part of a sight that a key of chosen teams has. */
function narrowed(sight: Sight, scope: KeyScope | undefined): Sight {
  const chosen = scope?.teamIds ?? null;
  if (chosen === null) return sight;
  return { teams: sight.teams === null ? chosen : sight.teams.filter((team) => chosen.includes(team)) };
}

function sendLimitHeaders(reply: FastifyReply, { limit: most, remaining, exceeded }: RateLimit, span: string): void {
  reply.headers({
    'x-ratelimit-limit': String(most),
    // client: pyonfleet divides by what remains after every success, so a success never says 0.
    'x-ratelimit-remaining': String(exceeded ? 0 : Math.max(1, remaining)),
  });
  if (exceeded) throw new DispatchError(2300, `Only ${most} requests are allowed per ${span}.`);
}

/**
 * Client: the key is the user name up to the first colon; some send no colon, some two. A worker may use Bearer, and a
 * tracking app that wants a user name of its own takes the worker's token as password, in the query, or in the body.
 */
function presentedKeys(request: FastifyRequest, operation: Asked): string[] {
  const header = request.headers.authorization ?? '';
  const bearer = /^bearer\s+(\S+)$/i.exec(header);
  if (bearer) return [bearer[1]!];
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  if (basic) {
    const [name = '', password = ''] = Buffer.from(basic[1]!, 'base64').toString('utf8').split(':');
    return [name, operation.access === 'worker' ? password : ''].filter(Boolean);
  }
  const { keyInQuery, keyInBody } = operation.transport;
  const parameter =
    keyInQuery &&
    ((request.body instanceof FormBody ? request.body.fields.get(keyInQuery) : undefined) ??
      new URLSearchParams(queryOf(request.url)).get(keyInQuery));
  const member = keyInBody && (request.body as Record<string, unknown> | undefined)?.[keyInBody];
  return [parameter, member].filter((key) => typeof key === 'string' && key !== '') as string[];
}
