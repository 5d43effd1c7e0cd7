import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCheck, streamCheck } from '../../platform/http/answer-check.ts';
import { openEventStream, type StreamOptions } from '../../platform/http/event-stream.ts';
import { type IdempotentRequest, idempotentRequest, type StoredAnswer } from '../../platform/http/idempotency.ts';
import type { JsonText } from '../../platform/http/json-text.ts';
import { methodsByPath, pathOf } from '../../platform/http/paths.ts';
import { logRefusedRequest } from '../../platform/log-refused-request.ts';
import type { Services } from '../../platform/services.ts';
import { answerSchema, successBody } from './answer.ts';
import { type Authenticators, createAuthorize, reauthorize } from './authorize.ts';
import { type ChatCaller, isSpectator } from './caller.ts';
import { bodyOf, sendError } from './error-answers.ts';
import { badRequest, ChatError } from './errors.ts';
import { acceptForms, readForm, readQuery } from './form.ts';
import type { Authorized, ChatOperation, ChatRequest } from './operation.ts';
import { originOf } from './origin.ts';
import { readParams, unsupportedParams } from './params.ts';
import { type NamedFile, receiveFile, receiveParts } from './receive-file.ts';
import { StaleState } from './stale-state.ts';

export interface ChatServerOptions extends Authenticators {
  services: Services;
  operations: readonly ChatOperation[];
}

/** The chat dialect: `/api/v1` as a Fastify plugin that serves the declared operations. */
export async function chatServer(
  app: FastifyInstance,
  { services, operations, authenticate, spectate }: ChatServerOptions,
): Promise<void> {
  const { config } = services;
  await acceptForms(app, config.bodyLimit);
  const authenticators = { authenticate, spectate };
  const authorize = createAuthorize(app, services, authenticators);

  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof ChatError && error.refusedFor) logRefusedRequest(services, request, error.refusedFor);
    sendError(config, error, request, reply);
  });
  const methodsAt = methodsByPath(operations);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(pathOf(request.url).slice(app.prefix.length));
    if (allowed.length === 0) return sendError(config, new ChatError('NOT_FOUND', 'Not found'), request, reply);
    reply.header('allow', allowed.join(', '));
    const error = new ChatError('METHOD_NOT_ALLOWED', 'Method Not Allowed', { allowed_methods: allowed });
    sendError(config, error, request, reply);
  });

  for (const operation of operations) {
    const check = config.checkAnswers ? answerCheck(operation.id, () => answerSchema(operation)) : undefined;
    const checkStream =
      config.checkAnswers && operation.events ? streamCheck(operation.id, operation.events) : undefined;
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation, longBody: operation.takesFile === true || operation.fileLimitMib !== undefined },
      handler: async (request, reply) => {
        const optimistic =
          operation.optimistic === true &&
          request.headers['idempotency-key'] === undefined &&
          !config.without.has('optimistic');
        const authorized =
          operation.access.name === 'anyone' ? nobody : await authorize(operation, request, reply, optimistic);
        const form = await readRequest(services, operation, request);
        await using file = form.file;
        const { given } = form;
        const params = readParams(operation.params, given, request.params as Record<string, string>);
        const context: ChatRequest = {
          ...authorized,
          attempt: 1,
          isLastAttempt: false,
          reauthorize: () => reauthorize(services, authenticators, operation, request),
          services,
          now: services.clock.now(),
          origin: originOf(request, authorized.caller),
          client: clientName(request, given),
          whenGone: () => goneSignal(reply),
        };
        if (operation.stream) {
          const [unknown] = unsupportedParams(operation.params, given);
          // No answer could say that it was ignored.
          if (unknown !== undefined) throw badRequest(`Unexpected argument: ${unknown}`);
          const lastEventId = request.headers['last-event-id'];
          return operation.stream(
            { ...context, lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined },
            params,
            (options: StreamOptions) => openEventStream(services, reply, { ...options, check: checkStream }),
          );
        }
        // A file is hashed when it is received.
        const idempotent = operation.takesFile
          ? undefined
          : readIdempotency(request, authorized.caller, file ? withDigest(given, file) : given);
        const present = (answer: object | JsonText | ChatError): StoredAnswer =>
          answer instanceof ChatError
            ? { status: answer.status, body: bodyOf(answer) }
            : { status: 200, body: successBody(answer, unsupportedParams(operation.params, given)) };
        const { status, body } = await withFreshState(optimistic, context, (current) =>
          handle(operation, current, params, { request, given, file, idempotent }, present),
        );
        if (status === 200) check?.(body);
        return reply
          .code(status)
          .header('content-type', 'application/json')
          .header('cache-control', 'no-store')
          .send(body);
      },
    });
  }
}

/** Content of a request: its parameters, and the file of an operation with a `fileLimitMib`. */
interface Form {
  given: Map<string, string>;
  file: NamedFile | undefined;
}

/** @throws {ChatError} for a body that cannot be read */
async function readRequest(
  services: Services,
  { takesFile, fileLimitMib }: ChatOperation,
  request: FastifyRequest,
): Promise<Form> {
  if (!takesFile && (fileLimitMib === undefined || !request.isMultipart()))
    return { given: await readForm(request, services.config.bodyLimit), file: undefined };
  const given = readQuery(request);
  const file = takesFile ? undefined : await receiveParts(services, request, given, fileLimitMib!);
  return { given, file };
}

/** The parameters with the file's digest, by which equal requests are known. */
function withDigest(given: ReadonlyMap<string, string>, { sha256 }: Pick<NamedFile, 'sha256'>): Map<string, string> {
  return new Map([...given, ['', sha256]]);
}

/** The caller of operations that need no sign-in; they do not read it. */
const nobody: Authorized = { caller: undefined as unknown as ChatCaller, stateVersion: 0 };

/** Maximum number of attempts while another process keeps changing the state. */
const MAX_ATTEMPTS = 3;

/** Handles the request again after `StaleState`, or when it was refused by outdated facts. */
async function withFreshState<T>(
  optimistic: boolean,
  given: ChatRequest,
  handle: (request: ChatRequest) => Promise<T>,
): Promise<T> {
  let request = given;
  for (;;) {
    try {
      return await handle(request);
    } catch (error) {
      const isStale = error instanceof StaleState;
      if (request.isLastAttempt || !(isStale || (optimistic && error instanceof ChatError))) throw error;
      const authorized = await request.reauthorize();
      if (!isStale && authorized.stateVersion === request.stateVersion) throw error;
      const attempt = request.attempt + 1;
      request = { ...request, ...authorized, attempt, isLastAttempt: attempt === MAX_ATTEMPTS };
    }
  }
}

async function handle(
  operation: ChatOperation,
  context: ChatRequest,
  // biome-ignore lint/suspicious/noExplicitAny: of whatever types the operation declares
  params: any,
  { request, given, file, idempotent }: Form & { request: FastifyRequest; idempotent: IdempotentRequest | undefined },
  present: (answer: object | JsonText | ChatError) => StoredAnswer,
): Promise<StoredAnswer> {
  const { database, answers } = context.services;
  if (operation.read)
    return present(
      await operation.read({ ...context, reader: database.reader.of(context.caller.organizationId) }, params),
    );
  if (operation.serve) {
    const receive = (limitMib: number) =>
      receiveFile(context.services, request, given, limitMib, (received) =>
        readIdempotency(request, context.caller, withDigest(given, received)),
      );
    return present(
      await operation.serve(
        {
          ...context,
          idempotent,
          address: request.client.address,
          host: request.client.host,
          given,
          receiveFile: receive,
          file,
        },
        params,
      ),
    );
  }
  const { write } = operation;
  return database.transaction(
    (tx) => answers.once(tx, idempotent, async () => present(await write!({ ...context, tx, now: tx.now }, params))),
    {
      snapshot: operation.snapshot ?? false,
      organizationId: context.caller.organizationId,
      origin: context.origin,
    },
  );
}

/** Parameters that say how a sender knows its own event again: a page that sends once more has another queue by then. */
const OF_THE_SENDER: ReadonlySet<string> = new Set(['queue_id', 'local_id']);

function readIdempotency(
  request: FastifyRequest,
  caller: ChatCaller | undefined,
  given: ReadonlyMap<string, string>,
): IdempotentRequest | undefined {
  const header = request.headers['idempotency-key'];
  // Requests without an account have no idempotency keys. Of what this API changes by PATCH, PUT and DELETE, a repeat does nothing more.
  if (header === undefined || request.method !== 'POST' || (caller && isSpectator(caller))) return undefined;
  const asked = [...given].filter(([name]) => !OF_THE_SENDER.has(name));
  const parameters = JSON.stringify(asked.sort(([a], [b]) => (a < b ? -1 : 1)));
  const owner = caller
    ? { organizationId: caller.organizationId, caller: `user ${caller.userId}` }
    : { organizationId: '', caller: 'nobody' };
  return idempotentRequest(header, owner, { method: request.method, path: pathOf(request.url), parameters });
}

function clientName(request: FastifyRequest, given: ReadonlyMap<string, string>): string {
  const name = given.get('client') ?? request.headers['user-agent']?.split('/')[0] ?? '';
  return name.trim().slice(0, 60) || 'API';
}

/** Created when it is first read: a signal for each request costs as much as reading its parameters. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    // Aborting creates an error object, so it is not done for answers that arrived.
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
