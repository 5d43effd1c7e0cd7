import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Identity } from '../../platform/credentials/credentials.ts';
import {
  IdempotencyError,
  type IdempotentAnswers,
  type IdempotentRequest,
  idempotentRequest,
  type StoredAnswer,
} from '../../platform/http/idempotency.ts';
import { parseJson } from '../../platform/http/json-depth.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/rate-limit.ts';
import { decodeForm, isStorable, isStorableJson } from '../../platform/http/text.ts';
import type { Services } from '../../platform/services.ts';
import { isReadOnly } from '../administrators/read-only.ts';
import type { DispatchCaller } from './caller.ts';
import { commonDispatchErrors, DispatchError, dispatchErrors, invalidValue } from './errors.ts';
import { type DispatchOperation, type DispatchRequest, JsonText } from './operation.ts';
import { checkBody, checkId, readQuery } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    dispatchOperation?: DispatchOperation;
    dispatchRateLimit?: RateLimit;
  }
}

export interface DispatchServerOptions {
  services: Services;
  operations: readonly DispatchOperation[];
  answers: IdempotentAnswers;
}

/** The dispatch dialect: `/api/v2` as a Fastify plugin that serves the declared operations. */
export async function dispatchServer(app: FastifyInstance, options: DispatchServerOptions): Promise<void> {
  const { services, operations } = options;
  const { config } = services;
  app.removeAllContentTypeParsers();
  // Every body is JSON, whatever its declared type. client: an empty body and `null` with a JSON type are no body.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
      const value = text.trim() === '' ? undefined : parseJson(text);
      if (!isStorableJson(value)) throw new SyntaxError('characters that cannot be kept');
      done(null, value ?? undefined);
    } catch {
      done(invalidValue('The body is not valid JSON.'), undefined);
    }
  });

  const limiter = createRateLimiter(app, { limit: config.dispatchRequestsPerSecond, windowMs: 1000 });
  const failures = createRateLimiter(app, { limit: config.failedSignInsPerMinute, windowMs: 60_000 });
  const blockedAddresses = new Map<string, number>();

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    sendError(services, request, reply, toDispatchError(services, error, request));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url
      .split('?')[0]!
      .replaceAll(/\/{2,}/g, '/')
      .slice(app.prefix.length);
    const exists = operations.some((operation) => pathPattern(operation.path).test(path));
    sendError(services, request, reply, new DispatchError(exists ? 1401 : 1400));
  });

  async function identify(operation: DispatchOperation, request: FastifyRequest): Promise<DispatchCaller> {
    const now = services.clock.now().getTime();
    if (config.rateLimits && (blockedAddresses.get(request.ip) ?? 0) > now)
      throw new DispatchError(2300, 'Too many wrong keys. Wait a minute.');
    const keys = presentedKeys(request, operation);
    if (keys.length === 0) throw new DispatchError(1100, 'The request has no API key.');
    let identity: Identity | undefined;
    for (const key of keys) identity ??= await services.credentials.identify(key);
    if (!identity || identity.kind === 'chat') {
      if (config.rateLimits) {
        const state = await failures(request, request.ip);
        if (state.exceeded) blockedAddresses.set(request.ip, now + state.resetSeconds * 1000);
        if (blockedAddresses.size > 10_000) blockedAddresses.clear();
      }
      throw new DispatchError(1102, 'This key does not exist or is no longer active.');
    }
    const { organizationId, credentialId } = identity;
    // One budget for all keys of an organization (D.2); a worker's device has its own.
    const owner = identity.kind === 'worker' ? `${organizationId} ${identity.subject}` : organizationId;
    request.dispatchRateLimit = config.rateLimits
      ? await limiter(request, owner)
      : {
          limit: config.dispatchRequestsPerSecond,
          remaining: config.dispatchRequestsPerSecond,
          resetSeconds: 1,
          exceeded: false,
        };
    if (request.dispatchRateLimit.exceeded)
      throw new DispatchError(2300, `At most ${config.dispatchRequestsPerSecond} requests a second.`);
    const kind = identity.kind === 'worker' ? 'worker' : 'apiKey';
    if (operation.access !== kind) throw new DispatchError(1300, 'This key is not for this operation.');
    if (identity.kind === 'worker')
      return { kind: 'worker', organizationId, credentialId, workerId: identity.subject! };
    if (identity.kind === 'dispatch') return { kind: 'key', organizationId, credentialId };
    const administratorId = identity.subject!;
    const onlyReads = operation.read !== undefined || operation.onlyReads?.(request.body);
    if (!onlyReads && (await isReadOnly(services.state, organizationId, administratorId)))
      throw new DispatchError(1300, 'This administrator may only read.');
    return { kind: 'key', organizationId, credentialId, administratorId };
  }

  for (const operation of operations) {
    const check = config.checkAnswers && operation.answer ? Compile(operation.answer) : undefined;
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation: operation.id ?? operation.path, api: 'dispatch' },
      handler: async (request, reply) => {
        request.dispatchOperation = operation;
        const caller = operation.access === 'anyone' ? undefined : await identify(operation, request);
        const input = readInput(operation, request);
        const idempotent = readIdempotency(request, caller, input.body);
        const context = { caller: caller as never, services, now: services.clock.now(), address: request.ip };
        const present = (answer: unknown): StoredAnswer => ({
          status: 200,
          body: answer === undefined ? '' : answer instanceof JsonText ? answer.text : JSON.stringify(answer),
        });
        let answer: StoredAnswer;
        if (operation.read)
          answer = present(await operation.read({ ...context, reader: services.database.reader }, input as never));
        else if (operation.serve && !idempotent) answer = present(await operation.serve(context, input as never));
        else answer = await runWrite(options, operation, context, input, idempotent, present);
        if (check && !check.Check(JSON.parse(answer.body))) {
          const [first] = check.Errors(JSON.parse(answer.body));
          throw new Error(
            `the answer of ${operation.id} does not fit its declaration: ${first?.instancePath} ${first?.message}`,
          );
        }
        setHeaders(request, reply);
        reply.code(answer.status);
        if (answer.body === '') return reply.send();
        return reply.header('content-type', 'application/json').send(answer.body);
      },
    });
  }
}

async function runWrite(
  { services, answers }: DispatchServerOptions,
  operation: DispatchOperation,
  context: DispatchRequest<never>,
  input: unknown,
  idempotent: IdempotentRequest | undefined,
  present: (answer: unknown) => StoredAnswer,
): Promise<StoredAnswer> {
  if (idempotent) {
    // A retry must not do the outside work of `prepare` again.
    const earlier = await answers.find(services.database.reader, idempotent, context.now);
    if (earlier) return earlier;
  }
  const prepared = await operation.prepare?.({ ...context, reader: services.database.reader }, input as never);
  return services.database.transaction(async (tx) => {
    if (idempotent) {
      const earlier = await answers.claim(tx, idempotent);
      if (earlier) return earlier;
    }
    const answer = present(await operation.write!({ ...context, tx, now: tx.now }, input as never, prepared as never));
    if (idempotent) await answers.store(tx, idempotent, answer);
    return answer;
  });
}

/**
 * Client: the key is the user name up to the first colon; some send no colon, some two. A worker may use Bearer, and a
 * tracking app that wants a user name of its own takes the worker's token as password, or in the query.
 */
function presentedKeys(request: FastifyRequest, operation: DispatchOperation): string[] {
  const header = request.headers.authorization ?? '';
  const bearer = /^bearer\s+(\S+)$/i.exec(header);
  if (bearer) return [bearer[1]!];
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  if (basic) {
    const [name = '', password = ''] = Buffer.from(basic[1]!, 'base64').toString('utf8').split(':');
    return [name, operation.access === 'worker' ? password : ''].filter(Boolean);
  }
  if (!operation.keyInQuery) return [];
  const query = new URLSearchParams(request.url.split('?')[1]);
  return [query.get(operation.keyInQuery) ?? ''].filter(Boolean);
}

function readInput(
  operation: DispatchOperation,
  request: FastifyRequest,
): { path: Record<string, string>; query: Record<string, unknown>; body: unknown } {
  const path = request.params as Record<string, string>;
  for (const part of Object.values(path))
    if (!isStorable(part)) throw invalidValue('The path contains characters that cannot be kept.');
  for (const name of operation.ids ?? []) checkId(name, path[name] ?? '');
  const at = request.url.indexOf('?');
  let given: ReadonlyMap<string, string>;
  try {
    given = at < 0 ? new Map() : decodeForm(request.url.slice(at + 1));
  } catch {
    throw invalidValue('The query is not valid UTF-8.');
  }
  for (const text of given.values())
    if (!isStorable(text)) throw invalidValue('The query contains characters that cannot be kept.');
  const query = readQuery(operation.query ?? {}, given);
  const body = request.body ?? (operation.body ? {} : undefined);
  if (operation.body) checkBody(operation.body, body);
  return { path, query, body };
}

function readIdempotency(
  request: FastifyRequest,
  caller: DispatchCaller | undefined,
  body: unknown,
): IdempotentRequest | undefined {
  const owner = caller
    ? { organizationId: caller.organizationId, caller: idempotencyOwner(caller) }
    : { organizationId: '', caller: 'nobody' };
  return idempotentRequest(request.headers['idempotency-key'], owner, {
    method: request.method,
    path: request.url,
    parameters: JSON.stringify(body) ?? '',
  });
}

function idempotencyOwner(caller: DispatchCaller): string {
  if (caller.kind === 'worker') return `worker ${caller.workerId}`;
  return caller.administratorId === undefined ? 'dispatch' : `administrator ${caller.administratorId}`;
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
}

function toDispatchError(
  services: Services,
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
): DispatchError {
  if (error instanceof DispatchError) {
    const operation = request.dispatchOperation;
    if (
      !services.config.checkAnswers ||
      !operation ||
      commonDispatchErrors.has(error.number) ||
      operation.errors?.includes(error.number)
    )
      return error;
    return toDispatchError(services, new Error(`${operation.id} does not declare error ${error.number}`), request);
  }
  if (error instanceof IdempotencyError) return invalidValue(error.message);
  if (error.statusCode === 413)
    return new DispatchError(1500, `The request is larger than ${services.config.bodyLimit} bytes.`);
  if (error.statusCode && error.statusCode < 500) return invalidValue(error.message);
  // A lock that was waited for in vain, or a transaction that met others each time it was run again.
  if (['55P03', '40001', '40P01'].includes(error.code ?? ''))
    return new DispatchError(2400, 'Another request is changing the same. Try again, one request at a time.');
  if (/^22/.test(error.code ?? '')) {
    request.log.warn({ err: error, operation: request.dispatchOperation?.id }, 'a value was refused by the database');
    return invalidValue('A parameter has a value that cannot be kept.');
  }
  request.log.error({ err: error, operation: request.dispatchOperation?.id, request: request.id }, 'a request failed');
  return new DispatchError(2500);
}

function sendError(_services: Services, request: FastifyRequest, reply: FastifyReply, error: DispatchError): void {
  const { code, status, text } = dispatchErrors[error.number];
  setHeaders(request, reply);
  if (error.number === 2300) reply.header('retry-after', '1');
  void reply
    .code(status)
    .header('content-type', 'application/json')
    .send(
      JSON.stringify({
        code,
        message: { error: error.number, message: text, cause: error.shown, request: request.id },
      }),
    );
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  const state = request.dispatchRateLimit;
  if (!state) return;
  reply.header('x-ratelimit-limit', String(state.limit));
  // client: pyonfleet divides by what remains after every success, so a success never says 0.
  reply.header('x-ratelimit-remaining', String(state.exceeded ? 0 : Math.max(1, state.remaining)));
}

/** Request IDs of the dispatch API are UUIDs (D.2). */
export const newRequestId = (): string => randomUUID();
