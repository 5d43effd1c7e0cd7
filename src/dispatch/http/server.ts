import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { Reader } from '../../platform/db/reader.ts';
import type { SpooledFile } from '../../platform/files/spool.ts';
import { answerCheck, streamCheck } from '../../platform/http/answer-check.ts';
import { CsvPages } from '../../platform/http/csv-pages.ts';
import { openEventStream, type StreamOptions } from '../../platform/http/event-stream.ts';
import { type IdempotentRequest, idempotentRequest, type StoredAnswer } from '../../platform/http/idempotency.ts';
import { JsonPages, textOfPages } from '../../platform/http/json-pages.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { methodsByPath, pathOf } from '../../platform/http/paths.ts';
import { problemOf } from '../../platform/http/problems.ts';
import { logRefusedRequest } from '../../platform/log-refused-request.ts';
import { callbackUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { createAuthorize, type PeopleLookups } from './authorize.ts';
import type { DispatchCaller } from './caller.ts';
import { sendError } from './error-answers.ts';
import { DispatchError } from './errors.ts';
import { acceptBodies, type DispatchInput, readInput, signedRequestOf } from './input.ts';
import { isLargeBody, LargeBodies } from './large-bodies.ts';
import { pointerFor } from './not-served.ts';
import type { DispatchOperation, DispatchRequest } from './operation.ts';
import { originOf } from './origin.ts';
import { acceptFiles, receiveFile } from './receive-file.ts';
import { hideUnseen } from './unseen.ts';

/** The dispatch dialect: `/api/v2` as a Fastify plugin that serves the declared operations. */
export async function dispatchServer(
  app: FastifyInstance,
  { services, operations, ...people }: { services: Services; operations: readonly DispatchOperation[] } & PeopleLookups,
): Promise<void> {
  const { config } = services;
  acceptBodies(app);
  const { authorize, reauthorize } = createAuthorize(app, services, people);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.setErrorHandler((error: Error, request, reply) => {
    if (error instanceof DispatchError && error.refusedFor) logRefusedRequest(services, request, error.refusedFor);
    sendError(config, error, request, reply);
  });
  const methodsAt = methodsByPath(operations);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url).slice(app.prefix.length);
    const allowed = methodsAt(path);
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    sendError(config, new DispatchError(allowed.length > 0 ? 1401 : 1400, pointerFor(path)), request, reply);
  });

  const largeBodies = new LargeBodies();
  const admitted = new WeakMap<FastifyRequest, DispatchCaller>();
  // Nothing of a large body is read for somebody without a key.
  const admit =
    (operation: DispatchOperation) => async (request: FastifyRequest, reply: FastifyReply, body: RequestPayload) => {
      const caller = await authorize(operation, request, reply);
      admitted.set(request, caller);
      if (isLargeBody(request, config.bodyLimit)) await largeBodies.wait(caller.organizationId, reply);
      return body;
    };

  const serve = (scope: FastifyInstance, operation: DispatchOperation) => {
    const { answer: schema, transport } = operation;
    const { takesFile, bodyMib, cacheSeconds } = transport;
    const check = config.checkAnswers && schema ? answerCheck(operation.id, () => schema) : undefined;
    const checkStream =
      config.checkAnswers && operation.events ? streamCheck(operation.id, operation.events) : undefined;
    scope.route({
      method: operation.method,
      url: operation.path,
      config: { operation, longBody: takesFile !== undefined },
      ...(bodyMib ? { bodyLimit: Math.max(bodyMib * 1024 ** 2, config.bodyLimit), preParsing: admit(operation) } : {}),
      handler: async (request, reply) => {
        const caller =
          operation.access === 'anyone'
            ? undefined
            : (admitted.get(request) ?? (await authorize(operation, request, reply)));
        if (operation.isSigned && !operation.isSigned(signedRequestOf(request, callbackUrl(services)), services))
          throw new DispatchError(1100, 'The signature of the request is missing or wrong.', 'bad signature');
        const input = readInput(operation, request);
        await using file = takesFile && (await receiveFile(services, request, takesFile.limitMib));
        const idempotent = readIdempotency(request, caller, file?.sha256 ?? input.body);
        const seen = await hideUnseen(readerFor(services, caller), caller, input, people.unseenAmong);
        const { address, host } = request.client;
        const origin = originOf(request, caller, people);
        const context = { caller: caller as never, services, now: services.clock.now(), address, host, origin };
        if (operation.stream) {
          const lastEventId = request.headers['last-event-id'];
          const given = {
            ...context,
            reader: readerFor(services, caller),
            lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
            authorizeAgain: () => reauthorize(operation, request) as Promise<never>,
          };
          return operation.stream(given, seen.input as never, (options?: StreamOptions) =>
            openEventStream(services, reply, {
              ...options,
              isAnonymous: operation.access === 'anyone',
              check: checkStream,
            }),
          );
        }
        const answer = await handle(operation, context, seen.input, idempotent, file).catch((error) => {
          throw seen.restoreError(error);
        });
        if (answer instanceof CsvPages) {
          const text = await answer.stream((error) => problemOf(error, request));
          reply.header('content-disposition', `attachment; filename="${answer.fileName}"`);
          return reply.header('content-type', 'text/csv; charset=utf-8').send(text);
        }
        if (answer instanceof JsonPages) {
          const text = await textOfPages(answer, check, (error) => problemOf(error, request));
          return reply.header('content-type', 'application/json').send(text);
        }
        const { status, body } = answer;
        check?.(body);
        if (cacheSeconds) reply.header('cache-control', `private, max-age=${cacheSeconds}`);
        reply.code(status);
        if (body === '') return reply.send();
        return reply.header('content-type', 'application/json').send(seen.restore(body));
      },
    });
  };
  for (const operation of operations.filter(({ transport }) => !transport.takesFile)) serve(app, operation);
  await app.register(async (scope) => {
    acceptFiles(scope);
    for (const operation of operations.filter(({ transport }) => transport.takesFile)) serve(scope, operation);
  });
}

async function handle(
  operation: DispatchOperation,
  context: DispatchRequest<never>,
  given: DispatchInput,
  idempotent: IdempotentRequest | undefined,
  file: SpooledFile | undefined,
): Promise<StoredAnswer | JsonPages<unknown> | CsvPages> {
  const { database, answers } = context.services;
  const reader = readerFor(context.services, context.caller);
  const input = given as never;
  const { read, serve, prepare, write } = operation;
  if (read) {
    const answer = await read({ ...context, reader }, input);
    return answer instanceof JsonPages || answer instanceof CsvPages ? answer : present(answer);
  }
  if (serve && !idempotent) return present(await serve(context, input));
  // A retry must not do the outside work of `prepare` again.
  const earlier = idempotent && (await answers.find(reader, idempotent, context.now));
  if (earlier) return earlier;
  const prepared = await prepare?.({ ...context, reader, file: file! }, input);
  await using _prepared = isDisposable(prepared) ? prepared : undefined;
  const organizationId = (context.caller as DispatchCaller | undefined)?.organizationId;
  return await database.transaction(
    (tx) =>
      answers.once(tx, idempotent, async () =>
        present(await write!({ ...context, tx, now: tx.now }, input, prepared as never)),
      ),
    { organizationId, origin: context.origin },
  );
}

/** Bound to the caller's organization; plain where nobody signs in, as the types of the operation say. */
function readerFor({ database }: Services, caller: DispatchCaller | undefined): Reader {
  return caller ? database.reader.of(caller.organizationId) : (database.reader as Reader);
}

function isDisposable(value: unknown): value is AsyncDisposable {
  return typeof value === 'object' && value !== null && Symbol.asyncDispose in value;
}

function present(answer: unknown): StoredAnswer {
  if (answer instanceof JsonText) return { status: 200, body: `{${answer.members}}` };
  return { status: 200, body: answer === undefined ? '' : JSON.stringify(answer) };
}

function readIdempotency(
  request: FastifyRequest,
  caller: DispatchCaller | undefined,
  body: unknown,
): IdempotentRequest | undefined {
  const owner = caller
    ? { organizationId: caller.organizationId, caller: ownerOf(caller) }
    : { organizationId: '', caller: `nobody at ${request.client.host}` };
  return idempotentRequest(request.headers['idempotency-key'], owner, {
    method: request.method,
    path: request.url,
    parameters: JSON.stringify(body) ?? '',
  });
}

/** Two devices of a worker, and two keys of an organization, share their idempotency keys. */
function ownerOf(caller: DispatchCaller): string {
  if (caller.kind === 'worker') return `worker ${caller.workerId}`;
  return caller.administratorId === undefined ? 'dispatch' : `administrator ${caller.administratorId}`;
}
