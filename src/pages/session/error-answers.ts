import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { type Problem, problemOf, RETRY_SECONDS } from '../../platform/http/problems.ts';
import { operationOf } from '../../platform/http/registry.ts';
import type { ErrorForm } from '../../platform/http/unreadable.ts';
import { commonSessionErrors, SessionError } from './session-errors.ts';
import type { SessionOperation } from './session-operation.ts';

/** The session API's answer to a request that is not valid HTTP. */
export const sessionErrorForm: ErrorForm = (path, problem, requestId) =>
  /^\/api\/(?:session|first-run|admin|move-in)/.test(path)
    ? errorBodyOf(new SessionError('invalid_body', problem), requestId)
    : undefined;

/** Answers a request with an error, whatever it is, in the form of the session API. */
export function sendSessionError(config: Config, error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toSessionError(config, error, request, reply);
  if (refusal.status === 503) reply.header('retry-after', String(RETRY_SECONDS));
  void reply.code(refusal.status).header('content-type', 'application/json').send(errorBodyOf(refusal, request.id));
}

/** The body of a refusal. */
export function errorBodyOf({ code, message, extra }: SessionError, requestId: string): string {
  return JSON.stringify({ code, message, ...extra, request: requestId });
}

function toSessionError(config: Config, error: Error, request: FastifyRequest, reply: FastifyReply): SessionError {
  if (error instanceof SessionError) {
    const operation = operationOf(request) as SessionOperation | undefined;
    const mayRefuse = commonSessionErrors.has(error.code) || operation?.errors?.includes(error.code);
    if (!config.checkAnswers || !operation || mayRefuse) return error;
    const undeclared = new Error(`${operation.id} does not declare ${error.code}`);
    return toSessionError(config, undeclared, request, reply);
  }
  return worded(problemOf(error, request), reply);
}

/** Says how long, since `Retry-After` is not read out. */
function tooManyText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

function worded(problem: Problem, reply: FastifyReply): SessionError {
  switch (problem.kind) {
    case 'malformed':
      return new SessionError('invalid_body', problem.text);
    case 'media type':
      return new SessionError('invalid_body', 'The body must be JSON.');
    case 'unkeepable value':
      return new SessionError('invalid_body', 'A value cannot be stored.');
    case 'too large':
      return new SessionError('too_large', 'The request is too large.');
    case 'wrong host':
      return new SessionError('no_organization', `${problem.text}.`);
    case 'misdirected':
      return new SessionError('misdirected', `${problem.text}.`, { host: problem.host, cell: problem.cell });
    case 'too many guesses':
      reply.header('retry-after', String(Math.ceil(problem.seconds)));
      return new SessionError('too_many_requests', tooManyText(problem.seconds));
    case 'busy':
    case 'overloaded':
      return new SessionError('unavailable', 'The server is overloaded. Try again.');
    case 'unavailable':
      return new SessionError('unavailable', `${problem.text}. Try again.`);
    case 'unexpected':
      return new SessionError('internal_error', 'An unexpected error occurred on the server.');
  }
}
