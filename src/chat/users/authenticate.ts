import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type Assistant, assistantOf } from '../../platform/assistants/access.ts';
import { hasChat } from '../../platform/assistants/scope.ts';
import { noteKeyUse } from '../../platform/credentials/key-uses.ts';
import type { Services } from '../../platform/services.ts';
import { keyInCookie } from '../../platform/sessions/cookie.ts';
import { isFromOwnPage } from '../../platform/sessions/own-page.ts';
import { readSession } from '../../platform/sessions/read-session.ts';
import { ChatError, noRight, notLoggedIn } from '../http/errors.ts';
import type { Authorized } from '../http/operation.ts';
import { findCaller, findUserIdOfPerson } from './access.ts';

const KEY_FORM = /^[A-Za-z0-9]{32}$/;

/** Splits HTTP Basic credentials (RFC 7617): user name up to the first colon. */
function basicCredentials(headers: IncomingHttpHeaders): { name: string; password: string } | undefined {
  const match = /^basic\s+([A-Za-z0-9+/=_-]*)\s*$/i.exec(headers.authorization ?? '');
  if (!match) return undefined;
  const decoded = Buffer.from(match[1]!, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0
    ? { name: decoded, password: '' }
    : { name: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/**
 * Authenticates a caller by HTTP Basic with e-mail address and API key (spec: chat 5), by the session of one of our own
 * pages, or as the person for whom an assistant's tool asks.
 * @param optimistic whether facts that this process keeps are good enough
 * @throws {ChatError} `UNAUTHORIZED` without credentials, `INVALID_API_KEY`, `USER_DEACTIVATED`; `CSRF_FAILED`
 */
export async function authenticate(
  services: Services,
  request: Pick<FastifyRequest, 'method' | 'headers' | 'client'>,
  optimistic: boolean,
): Promise<Authorized> {
  const { credentials, state } = services;
  const { headers } = request;
  if (headers.authorization === undefined && keyInCookie(services, headers) !== undefined)
    return authenticateSession(services, request, optimistic);
  const assistant = await assistantOf(services, headers);
  if (assistant) return authenticateAssistant(services, assistant);
  const given = basicCredentials(headers);
  if (!given) throw notLoggedIn();
  if (!KEY_FORM.test(given.password)) throw new ChatError('INVALID_API_KEY', 'Malformed API key');
  let identity = await credentials.identify(given.password);
  if (identity && !optimistic) {
    await state.confirm(identity.organizationId);
    identity = await credentials.identify(given.password);
  }
  if (identity?.kind !== 'chat' || !identity.subject) throw new ChatError('INVALID_API_KEY', 'Invalid API key');
  const stateVersion = await state.stateVersion(identity.organizationId);
  const user = await findCaller(state.of(identity.organizationId), Number(identity.subject));
  // The name must be the account's, in any case; the message is the same as for a wrong key.
  if (!user || user.email.toLowerCase() !== given.name.toLowerCase())
    throw new ChatError('INVALID_API_KEY', 'Invalid API key');
  if (!user.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
  noteKeyUse(services, identity);
  return { caller: { ...user, credentialId: identity.credentialId }, stateVersion };
}

async function authenticateSession(
  services: Services,
  request: Pick<FastifyRequest, 'method' | 'headers' | 'client'>,
  optimistic: boolean,
): Promise<Authorized> {
  if (!(await isFromOwnPage(services, request)))
    throw new ChatError('CSRF_FAILED', 'The request must come from a page of this server');
  const session = await readSession(services, request, optimistic);
  if (!session) throw notLoggedIn();
  const { credentialId, personId, expiresAt } = session;
  const { user, stateVersion } = await userOfPerson(services, session);
  return { caller: { ...user, credentialId, personId, sessionEndsAt: expiresAt }, stateVersion };
}

async function authenticateAssistant(services: Services, { organizationId, scope }: Assistant): Promise<Authorized> {
  if (!hasChat(scope)) throw noRight('This key has no access to the chat.');
  const { user, stateVersion } = await userOfPerson(services, { organizationId, personId: scope.personId });
  return { caller: { ...user, credentialId: scope.credentialId, scope }, stateVersion };
}

/** @throws {ChatError} where a person has no account in the chat, or no active one */
async function userOfPerson(
  { state }: Services,
  { organizationId, personId }: { organizationId: string; personId: string },
) {
  const stateVersion = await state.stateVersion(organizationId);
  const userId = await findUserIdOfPerson(state.of(organizationId), personId);
  const user = userId === null ? undefined : await findCaller(state.of(organizationId), userId);
  if (!user) throw notLoggedIn();
  if (!user.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
  return { user, stateVersion };
}
