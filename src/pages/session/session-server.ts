import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findProblem } from '../../dispatch/http/problem.ts';
import { type AuditActor, NOBODY, type Origin } from '../../platform/db/audit-entry.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { answerCheck, streamCheck } from '../../platform/http/answer-check.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { parseJson } from '../../platform/http/json-depth.ts';
import { methodsByPath, pathOf, queryOf } from '../../platform/http/paths.ts';
import { problemOf } from '../../platform/http/problems.ts';
import { decodeForm, isStorable, isStorableJson } from '../../platform/http/text.ts';
import { validatorOf } from '../../platform/http/validator-of.ts';
import { logRefusedRequest } from '../../platform/log-refused-request.ts';
import type { Services } from '../../platform/services.ts';
import { countSessionRequest } from '../../platform/sessions/budget.ts';
import { emptyCookie, keyInCookie } from '../../platform/sessions/cookie.ts';
import { isFromOwnPage } from '../../platform/sessions/own-page.ts';
import { askerOf, readSession } from '../../platform/sessions/read-session.ts';
import type { Session } from '../../platform/sessions/session.ts';
import { languageIn } from '../http/language.ts';
import { accountsOf } from './accounts.ts';
import { actorOfAccounts } from './actor.ts';
import { sendSessionError } from './error-answers.ts';
import { openStream } from './event-stream.ts';
import { organizationRoleOf } from './organization-role.ts';
import { SessionError } from './session-errors.ts';
import { needsOrganizationRole, type SessionOperation, type SessionRequest } from './session-operation.ts';

/** A subscription of a browser is the largest. */
const MAX_BODY_BYTES = 16_384;

/** The session dialect: `/api/session`, or another base, as a Fastify plugin that serves the operations declared there. */
export async function sessionServer(
  app: FastifyInstance,
  { services, operations }: { services: Services; operations: readonly SessionOperation[] },
): Promise<void> {
  const { config } = services;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    try {
      done(null, readJson(new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer)));
    } catch {
      done(new SessionError('invalid_body', 'The body is not valid JSON.'), undefined);
    }
  });
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof SessionError && error.refusedFor) logRefusedRequest(services, request, error.refusedFor);
    sendSessionError(config, error, request, reply);
  });
  const methodsAt = methodsByPath(operations);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(pathOf(request.url).slice(app.prefix.length));
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const error =
      allowed.length > 0
        ? new SessionError('method_not_allowed', 'This method is not allowed here.')
        : new SessionError('not_found', 'There is nothing at this path.');
    sendSessionError(config, error, request, reply);
  });
  for (const operation of operations) route(app, services, operation);
}

function route(app: FastifyInstance, services: Services, operation: SessionOperation): void {
  const { answer: schema } = operation;
  const check = services.config.checkAnswers && schema ? answerCheck(operation.id, () => schema) : undefined;
  const checkStream =
    services.config.checkAnswers && operation.events ? streamCheck(operation.id, operation.events) : undefined;
  app.route({
    method: operation.method,
    url: operation.path || '/',
    config: { operation },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const session = await authorize(services, operation, request, reply);
      const context: SessionRequest<never> = {
        session: session as never,
        findSession: async () => session ?? (await readSession(services, request)),
        organizationRole: (await accessOrganizationRole(services, operation, session)) as never,
        services,
        now: services.clock.now(),
        address: request.client.address,
        host: request.client.host,
        userAgent: request.headers['user-agent'],
        language: () => languageIn(request.headers).tag,
        origin: await originOf(services, session, request),
        path: request.params as Record<string, string>,
        query: readQuery(operation, request.url),
        setCookie: (header) => reply.header('set-cookie', header),
      };
      if (operation.stream) {
        if (!session) throw new SessionError('not_signed_in', 'You are not signed in.');
        return runStream(
          openStream(services, session, reply, checkStream),
          (writer) => operation.stream(context, writer),
          request,
        );
      }
      // Nothing at all is a body without members.
      const body = request.body ?? {};
      if (operation.body) checkBody(operation.body, body);
      const answer = await operation.serve(context, body);
      if (answer === undefined) return reply.code(204).send();
      const text = JSON.stringify(answer);
      check?.(text);
      return reply.header('content-type', 'application/json').send(text);
    },
  });
}

/** Returns the origin for the audit log; reads leave none. */
async function originOf(services: Services, session: Session | undefined, request: FastifyRequest): Promise<Origin> {
  const actor: AuditActor =
    session && request.method !== 'GET'
      ? actorOfAccounts(
          session.organizationId,
          await accountsOf(services.state.of(session.organizationId), session.personId),
        )
      : NOBODY;
  return { actor, address: request.client.address, userAgent: request.headers['user-agent'] ?? null };
}

/**
 * Makes the check that every request passes: that one of our own pages asks, and, for what is not for everybody, that
 * somebody is signed in. A stream is not counted against the person's requests.
 * @throws {SessionError}
 */
async function authorize(
  services: Services,
  operation: SessionOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | undefined> {
  if (!(await isFromOwnPage(services, request)))
    throw new SessionError('not_from_our_pages', 'The request must come from a page of this server.');
  if (operation.access === 'anyone') return undefined;
  const session = await readSession(services, request);
  if (!session) {
    if (keyInCookie(services, request.headers) !== undefined) reply.header('set-cookie', emptyCookie(services));
    throw new SessionError('not_signed_in', 'You are not signed in.');
  }
  request.asker = askerOf(session);
  if (operation.stream) return session;
  const { limit, remaining, resetSeconds, exceeded } = countSessionRequest(services, session);
  reply.headers({ 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) });
  if (exceeded) {
    reply.header('retry-after', String(Math.ceil(resetSeconds)));
    throw new SessionError('too_many_requests', `Only ${limit} requests are allowed per minute.`);
  }
  return session;
}

/**
 * Looks up how the caller stands to the organization, where the operation asks for that, by what the database has now:
 * whoever was an administrator a moment ago is none.
 * @throws {SessionError}
 */
async function accessOrganizationRole(
  services: Services,
  { access }: SessionOperation,
  session: Session | undefined,
): Promise<SessionRequest['organizationRole'] | undefined> {
  if (!session || !needsOrganizationRole(access)) return undefined;
  const { organizationId, personId } = session;
  const accounts = await accountsOf(uncachedFacts(services.database.reader.of(organizationId)), personId);
  const role = await organizationRoleOf(services, organizationId, accounts);
  if (access === 'owner' && !role.isOwner)
    throw new SessionError('not_allowed', 'Only owners of the organization can do this.');
  if (!role.isAdministrator)
    throw new SessionError('not_allowed', 'Only owners and administrators of the organization can do this.');
  return { ...role, accounts };
}

/** The longest value of a query. */
const MAX_QUERY = 400;

/** Returns the declared query parameters; an empty one counts as absent. @throws {SessionError} */
function readQuery({ query = {} }: SessionOperation, url: string): Record<string, string> {
  const names = Object.keys(query);
  if (names.length === 0) return {};
  const given = decodedQuery(url);
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = given.get(name) ?? '';
    if (value.length > MAX_QUERY || !isStorable(value)) throw new SessionError('invalid_body', `${name} is invalid.`);
    if (value !== '') values[name] = value;
  }
  return values;
}

/** @throws {SessionError} */
function decodedQuery(url: string): Map<string, string> {
  try {
    return decodeForm(queryOf(url));
  } catch {
    throw new SessionError('invalid_body', 'The address is not percent-encoded correctly.');
  }
}

/**
 * Ends a stream that could not be begun: its answer is under way, so no error can be told. The browser asks again, and is
 * answered what holds then.
 */
async function runStream(
  writer: EventStream,
  run: (writer: EventStream) => Promise<void>,
  request: FastifyRequest,
): Promise<void> {
  try {
    await run(writer);
  } catch (error) {
    // Told in the log as for any request; without the database there is one line for the outage.
    problemOf(error as Error, request);
    writer.end();
  }
}

function readJson(text: string): unknown {
  const value = text.trim() === '' ? undefined : parseJson(text);
  if (!isStorableJson(value)) throw new SyntaxError('characters that cannot be kept');
  return value;
}

/** @throws {SessionError} */
function checkBody(schema: NonNullable<SessionOperation['body']>, body: unknown): void {
  if (validatorOf(schema).Check(body)) return;
  const problem = findProblem(schema, body);
  const text = problem ? `${problem.path.join('.') || 'The body'} ${problem.text}.` : 'The body is invalid.';
  throw new SessionError('invalid_body', text);
}
