import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type TObject, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import {
  IdempotencyError,
  type IdempotentAnswers,
  type IdempotentRequest,
  idempotentRequest,
  type StoredAnswer,
} from '../../platform/http/idempotency.ts';
import { createRateLimiter, type RateLimit } from '../../platform/http/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { authenticate } from './authenticate.ts';
import type { ChatCaller } from './caller.ts';
import { badRequest, ChatError, commonChatErrors } from './errors.ts';
import { acceptForms, payloadTooLarge, readForm, unsupportedMediaType } from './form.ts';
import { type ChatOperation, type ChatRequest, JsonMembers } from './operation.ts';
import { readParams, unsupportedParams } from './params.ts';

declare module 'fastify' {
  interface FastifyRequest {
    chatOperation?: ChatOperation;
    rateLimit?: RateLimit;
  }
}

export interface ChatServerOptions {
  services: Services;
  operations: readonly ChatOperation[];
  answers: IdempotentAnswers;
}

/** The chat dialect: `/api/v1` as a Fastify plugin that serves the declared operations. */
export async function chatServer(app: FastifyInstance, options: ChatServerOptions): Promise<void> {
  const { services, operations } = options;
  const { config } = services;
  await acceptForms(app, config.bodyLimit);

  const limiter = createRateLimiter(app, { limit: config.chatRequestsPerMinute, windowMs: 60_000 });
  const failures = createRateLimiter(app, { limit: config.failedSignInsPerMinute, windowMs: 60_000 });

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    sendError(services, request, reply, toChatError(services, error, request));
  });
  const routes = operations.map(({ method, path }) => ({ method, pattern: pathPattern(path) }));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!.slice(app.prefix.length);
    const allowed = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const error =
      allowed.length > 0
        ? new ChatError('METHOD_NOT_ALLOWED', 'Method Not Allowed', { allowed_methods: allowed })
        : new ChatError('NOT_FOUND', 'Not found');
    sendError(services, request, reply, error);
  });

  async function identify(operation: ChatOperation, request: FastifyRequest): Promise<ChatCaller> {
    const caller = await authenticate(services, request.headers).catch(async (error: unknown) => {
      // Only wrong guesses count: a request without credentials guesses nothing. Right keys go on: one address may
      // stand for many people.
      if (config.rateLimits && error instanceof ChatError && error.code === 'INVALID_API_KEY') {
        const state = await failures(request, request.ip);
        if (state.exceeded) throw tooMany(state.resetSeconds);
      }
      throw error;
    });
    if (config.rateLimits) {
      const state = await limiter(request, `${caller.organizationId} ${caller.userId}`);
      request.rateLimit = state;
      if (state.exceeded) throw tooMany(state.resetSeconds);
    }
    const refusal = operation.access.refusal(caller);
    if (refusal) {
      const code =
        operation.access.name === 'administrators' || operation.access.name === 'owners'
          ? 'UNAUTHORIZED_PRINCIPAL'
          : 'BAD_REQUEST';
      throw new ChatError(code, refusal);
    }
    return caller;
  }

  for (const operation of operations) {
    const check = config.checkAnswers ? answerValidator(operation) : undefined;
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation: operation.id ?? operation.path, api: 'chat' },
      handler: async (request, reply) => {
        request.chatOperation = operation;
        const caller = operation.access.name === 'anyone' ? nobody : await identify(operation, request);
        const given = await readForm(request, config.bodyLimit);
        const params = readParams(operation.params, given, request.params as Record<string, string>);
        const unsupported = unsupportedParams(operation.params, given);
        const idempotent = readIdempotency(request, caller, given);
        const gone = new AbortController();
        reply.raw.once('close', () => {
          // Aborting makes an error object: not for every answer that arrived.
          if (!reply.raw.writableFinished) gone.abort();
        });
        const context: ChatRequest = {
          caller,
          services,
          now: services.clock.now(),
          client: clientName(request, given),
          gone: gone.signal,
        };
        const present = (answer: object | JsonMembers): StoredAnswer => ({
          status: 200,
          body: successBody(answer, unsupported),
        });

        let answer: StoredAnswer;
        if (operation.read)
          answer = present(await operation.read({ ...context, reader: services.database.reader }, params));
        else if (operation.serve) {
          const served = await operation.serve({ ...context, idempotent, address: request.ip, given }, params);
          answer = present(served);
        } else answer = await runWrite(options, operation, context, params, idempotent, present);

        if (check && !check.Check(JSON.parse(answer.body))) {
          const [first] = check.Errors(JSON.parse(answer.body));
          throw new Error(
            `the answer of ${operation.id} does not fit its declaration: ${first?.instancePath} ${first?.message}`,
          );
        }
        setRateLimitHeaders(services, request, reply);
        return reply
          .code(answer.status)
          .header('content-type', 'application/json')
          .header('cache-control', 'no-store')
          .send(answer.body);
      },
    });
  }
}

/** The caller of operations that need no sign-in; they never look at it. */
const nobody = undefined as unknown as ChatCaller;

async function runWrite(
  { services, answers }: ChatServerOptions,
  operation: ChatOperation,
  context: ChatRequest,
  params: unknown,
  idempotent: IdempotentRequest | undefined,
  present: (answer: object) => StoredAnswer,
): Promise<StoredAnswer> {
  return services.database.transaction(
    async (tx) => {
      if (idempotent) {
        const earlier = await answers.claim(tx, idempotent);
        if (earlier) return earlier;
      }
      const answer = present(await operation.write!({ ...context, tx, now: tx.now }, params as never));
      if (idempotent) await answers.store(tx, idempotent, answer);
      return answer;
    },
    { snapshot: operation.snapshot ?? false },
  );
}

function readIdempotency(
  request: FastifyRequest,
  caller: ChatCaller | undefined,
  given: ReadonlyMap<string, string>,
): IdempotentRequest | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const parameters = JSON.stringify([...given].sort(([a], [b]) => (a < b ? -1 : 1)));
  const owner = caller
    ? { organizationId: caller.organizationId, caller: `user ${caller.userId}` }
    : { organizationId: '', caller: 'nobody' };
  return idempotentRequest(header, owner, { method: request.method, path: request.url.split('?')[0]!, parameters });
}

function clientName(request: FastifyRequest, given: ReadonlyMap<string, string>): string {
  const name = given.get('client') ?? request.headers['user-agent']?.split('/')[0] ?? '';
  return name.trim().slice(0, 60) || 'API';
}

/** `{"result":"success","msg":"",…}` */
function successBody(answer: object | JsonMembers, unsupported: readonly string[]): string {
  const members = answer instanceof JsonMembers ? answer.text : JSON.stringify(answer).slice(1, -1);
  const head =
    unsupported.length > 0
      ? `{"result":"success","msg":"","ignored_parameters_unsupported":${JSON.stringify(unsupported)}`
      : '{"result":"success","msg":""';
  return members === '' ? `${head}}` : `${head},${members}}`;
}

/** Schema of the whole success body: nothing but what is declared. */
export function answerSchema(operation: ChatOperation): TObject {
  const optionalFields = new Set<string>(operation.optionalAnswer ?? []);
  return Type.Object(
    {
      result: Type.Literal('success'),
      msg: Type.Literal(''),
      ...Object.fromEntries(
        Object.entries(operation.answer).map(([name, schema]) => [
          name,
          optionalFields.has(name) ? Type.Optional(schema as TObject) : schema,
        ]),
      ),
      ignored_parameters_unsupported: Type.Optional(Type.Array(Type.String())),
    },
    { additionalProperties: false },
  );
}

function answerValidator(operation: ChatOperation): Validator {
  return Compile(answerSchema(operation));
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
}

function tooMany(seconds: number): ChatError {
  return new ChatError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    'retry-after': Math.max(0.001, Math.round(seconds * 1000) / 1000),
  });
}

function toChatError(
  services: Services,
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
): ChatError {
  if (error instanceof ChatError) {
    const declared = request.chatOperation?.errors ?? [];
    if (!services.config.checkAnswers || commonChatErrors.has(error.code) || !request.chatOperation) return error;
    const byAccess = error.code === 'UNAUTHORIZED_PRINCIPAL' && request.chatOperation.access.name !== 'anyUser';
    const bySignIn = error.code === 'AUTHENTICATION_FAILED' && request.chatOperation.access.name === 'anyone';
    if (byAccess || bySignIn || declared.includes(error.code)) return error;
    return toChatError(services, new Error(`${request.chatOperation.id} does not declare ${error.code}`), request);
  }
  if (error instanceof IdempotencyError) return badRequest(error.message);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.statusCode === 413) {
    return payloadTooLarge(services.config.bodyLimit);
  }
  if (error.statusCode === 415) return unsupportedMediaType();
  if (error.statusCode && error.statusCode < 500) return badRequest(error.message);
  // PostgreSQL's own limits on a value that no declared limit caught (class 22) are the client's, not ours.
  if (/^22/.test(error.code ?? '')) {
    request.log.warn({ err: error, operation: request.chatOperation?.id }, 'a value was refused by the database');
    return badRequest('A parameter has a value that cannot be kept');
  }
  request.log.error({ err: error, operation: request.chatOperation?.id, request: request.id }, 'a request failed');
  return new ChatError('INTERNAL_SERVER_ERROR', `Internal server error (request ${request.id})`);
}

function sendError(services: Services, request: FastifyRequest, reply: FastifyReply, error: ChatError): void {
  if (error.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Basic realm="zulip"');
  if (error.code === 'RATE_LIMIT_HIT')
    reply.header('retry-after', String(Math.ceil(Number(error.extra['retry-after']))));
  setRateLimitHeaders(services, request, reply);
  void reply
    .code(error.status)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ result: 'error', msg: error.message, code: error.code, ...error.extra }));
}

function setRateLimitHeaders(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const state = request.rateLimit;
  if (!state) return;
  reply.header('x-ratelimit-limit', String(state.limit));
  reply.header('x-ratelimit-remaining', String(state.remaining));
  reply.header('x-ratelimit-reset', String(Math.ceil(services.clock.now().getTime() / 1000 + state.resetSeconds)));
}
