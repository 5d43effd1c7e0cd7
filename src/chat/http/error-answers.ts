import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { MissingObject } from '../../platform/files/store.ts';
import { problemOf, RETRY_SECONDS } from '../../platform/http/problems.ts';
import { operationOf } from '../../platform/http/registry.ts';
import type { ErrorForm } from '../../platform/http/unreadable.ts';
import { badRequest, ChatError, commonChatErrors, rateLimitHit } from './errors.ts';
import { payloadTooLarge, unsupportedMediaType } from './form.ts';
import type { ChatOperation } from './operation.ts';

/** The chat API's answer to a request that is not valid HTTP. */
export const chatErrorForm: ErrorForm = (path, problem) =>
  path.startsWith('/api/v1') ? bodyOf(badRequest(problem)) : undefined;

/** Answers a request with an error, whatever it is, in the form of the chat API. */
export function sendError(config: Config, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toChatError(config, error, request);
  // A page asks for itself; with this header the browser would ask for a name and a password in its own window.
  const isPage = request.headers['sec-fetch-site'] !== undefined;
  if (refusal.code === 'UNAUTHORIZED' && !isPage) reply.header('www-authenticate', 'Basic realm="zulip"');
  if (refusal.code === 'RATE_LIMIT_HIT')
    reply.header('retry-after', String(Math.ceil(Number(refusal.extra['retry-after']))));
  if (refusal.code === 'SERVICE_UNAVAILABLE') reply.header('retry-after', String(RETRY_SECONDS));
  void reply.code(refusal.status).header('content-type', 'application/json').send(bodyOf(refusal));
}

/** The body of an error. */
export function bodyOf({ message, code, extra }: ChatError): string {
  return JSON.stringify({ result: 'error', msg: message, code, ...extra });
}

function toChatError(config: Config, error: Error, request: FastifyRequest): ChatError {
  if (error instanceof ChatError) {
    const operation = operationOf(request) as ChatOperation | undefined;
    if (!config.checkAnswers || !operation || mayRefuse(operation, error)) return error;
    return toChatError(config, new Error(`${operation.id} does not declare ${error.code}`), request);
  }
  if (error instanceof MissingObject) return new ChatError('NOT_FOUND', 'File not found.');
  const problem = problemOf(error, request);
  switch (problem.kind) {
    case 'malformed':
      return badRequest(problem.text);
    case 'too large':
      return payloadTooLarge(config.bodyLimit);
    case 'media type':
      return unsupportedMediaType(problem.text);
    case 'wrong host':
      return new ChatError('NONEXISTENT_SUBDOMAIN', problem.text);
    case 'misdirected':
      return new ChatError('MISDIRECTED_REQUEST', problem.text, { host: problem.host, cell: problem.cell });
    case 'too many guesses':
      return rateLimitHit(problem.seconds);
    case 'busy':
    case 'overloaded':
      return new ChatError('SERVICE_UNAVAILABLE', 'The server is overloaded');
    case 'unavailable':
      return new ChatError('SERVICE_UNAVAILABLE', problem.text);
    case 'unkeepable value':
      return badRequest('A parameter contains a value that cannot be stored');
    case 'unexpected':
      return new ChatError('INTERNAL_SERVER_ERROR', `Internal server error (request ${request.id})`);
  }
}

/** Whether the error is one that the operation declares, or need not. */
function mayRefuse({ access, errors }: ChatOperation, { code }: ChatError): boolean {
  if (commonChatErrors.has(code) || errors?.includes(code)) return true;
  if (code === 'UNAUTHORIZED_PRINCIPAL') return access.name !== 'anyUser';
  return code === 'AUTHENTICATION_FAILED' && access.name === 'anyone';
}
