import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { ScannerUnavailable } from '../../platform/files/scan.ts';
import { problemOf, RETRY_SECONDS } from '../../platform/http/problems.ts';
import { operationOf } from '../../platform/http/registry.ts';
import type { ErrorForm } from '../../platform/http/unreadable.ts';
import { commonDispatchErrors, DispatchError, dispatchErrors, invalidValue } from './errors.ts';
import type { DispatchOperation } from './operation.ts';

/** The dispatch API's answer to a request that is not valid HTTP. */
export const dispatchErrorForm: ErrorForm = (path, problem, requestId) =>
  path.startsWith('/api/v2') ? bodyOf(invalidValue(problem), requestId) : undefined;

/** Answers a request with an error, whatever it is, in the form of the dispatch API. */
export function sendError(config: Config, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toDispatchError(config, error, request, reply);
  const { status } = dispatchErrors[refusal.number];
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(RETRY_SECONDS));
  void reply.code(status).header('content-type', 'application/json').send(bodyOf(refusal, request.id));
}

/** The body of an error. */
export function bodyOf({ number, shown }: DispatchError, requestId: string): string {
  const { code, text } = dispatchErrors[number];
  return JSON.stringify({ code, message: { error: number, message: text, cause: shown, request: requestId } });
}

function toDispatchError(config: Config, error: Error, request: FastifyRequest, reply: FastifyReply): DispatchError {
  if (error instanceof DispatchError) {
    const operation = operationOf(request) as DispatchOperation | undefined;
    const mayRefuse = commonDispatchErrors.has(error.number) || operation?.errors?.includes(error.number);
    if (!config.checkAnswers || !operation || mayRefuse) return error;
    const undeclared = new Error(`${operation.id} does not declare error ${error.number}`);
    return toDispatchError(config, undeclared, request, reply);
  }
  if (error instanceof ScannerUnavailable) {
    request.log.warn({ err: error }, 'a file could not be scanned for viruses');
    return new DispatchError(2501, 'The file could not be checked for viruses. Try again later.');
  }
  const problem = problemOf(error, request);
  switch (problem.kind) {
    case 'malformed':
      return invalidValue(problem.text);
    case 'media type':
      return invalidValue(problem.text ?? 'The body must be JSON.');
    case 'too large':
      return new DispatchError(
        1500,
        `The request is larger than ${request.routeOptions.bodyLimit ?? config.bodyLimit} bytes.`,
      );
    case 'wrong host':
      return new DispatchError(1400, `${problem.text}.`);
    case 'misdirected':
      return new DispatchError(1403, `${problem.text}.`);
    case 'too many guesses':
      reply.header('retry-after', String(Math.ceil(problem.seconds)));
      return new DispatchError(2300, 'Too many wrong keys or passwords. Wait a minute, then try again.');
    case 'busy':
      return new DispatchError(2400, 'Another request is changing the same object. Try again, one request at a time.');
    case 'overloaded':
      return new DispatchError(2501, 'The server is overloaded. Wait a second, then try again.');
    case 'unavailable':
      return new DispatchError(2501, `${problem.text}. Try again.`);
    case 'unkeepable value':
      return invalidValue('A parameter contains a value that cannot be stored.');
    case 'unexpected':
      return new DispatchError(2500);
  }
}
