import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, problemOf, RETRY_SECONDS } from '../../platform/http/problems.ts';
import type { RefusedFor } from '../../platform/security-log.ts';
import type { Texts } from '../texts/index.ts';
import { html } from './html.ts';
import { languageIn } from './language.ts';
import { sendView } from './send.ts';

/** A refusal that a page words itself: thrown by what lies under it. */
export class PageProblem extends Error {
  readonly statusCode: number;
  readonly sentence: (texts: Texts) => string;
  /** Reason for the security log. */
  readonly refusedFor: RefusedFor | undefined;

  constructor(statusCode: number, sentence: (texts: Texts) => string, refusedFor?: RefusedFor) {
    super('a page refused a request');
    this.statusCode = statusCode;
    this.sentence = sentence;
    this.refusedFor = refusedFor;
  }
}

/** Sends a page with a sentence about the error and the request's ID, by which an operator finds it in the log. */
export function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageIn(request.headers);
  const { errors } = language.texts;
  if (error instanceof PageProblem) return send(error.statusCode, error.sentence(language.texts));
  const problem = problemOf(error, request);
  const { status, title, sentence, advice, seconds } = worded(problem, errors);
  if (seconds !== undefined) reply.header('retry-after', String(Math.ceil(seconds)));
  return send(status, sentence, advice, title);

  function send(status: number, sentence: string, advice?: string, title = errors.title): FastifyReply {
    const body = html`<p>${sentence}</p>${advice !== undefined && html`<p>${advice}</p>`}<p class="aside">${errors.request({ id: request.id })}</p>`;
    return sendView(reply, language, { status, title, body });
  }
}

interface Worded {
  status: number;
  /** The usual one unless given. */
  title?: string;
  sentence: string;
  /** Next step of the reader. */
  advice?: string;
  seconds?: number;
}

/** A longer wait is that of an account whose password was guessed at. */
const LOCK_OUT_SECONDS = 120;

function worded(problem: Problem, errors: Texts['errors']): Worded {
  switch (problem.kind) {
    case 'too many guesses':
      return {
        status: 429,
        sentence: errors.tooMany({ minutes: Math.ceil(problem.seconds / 60) }),
        ...(problem.seconds > LOCK_OUT_SECONDS && { advice: errors.lockedOut }),
        seconds: problem.seconds,
      };
    case 'wrong host':
      return { status: 404, sentence: errors.noOrganization };
    case 'misdirected':
      return {
        status: 421,
        title: errors.misdirectedTitle,
        sentence: errors.misdirected({ host: problem.host, cell: problem.cell }),
        advice: errors.misdirectedAdvice,
      };
    case 'busy':
    case 'overloaded':
      return { status: 503, sentence: errors.busy, seconds: RETRY_SECONDS };
    case 'unavailable':
      return { status: 503, sentence: errors.unavailable, seconds: RETRY_SECONDS };
    case 'unexpected':
      return { status: 500, sentence: errors.unexpected };
    case 'too large':
      return { status: 413, sentence: errors.unreadable };
    default:
      return { status: 400, sentence: errors.unreadable };
  }
}

/** Whether whoever asks reads pages: programs get the answers of the APIs. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');
}

/** The page for an address at which there is nothing; false where a program asks. */
export function showNotFound(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!wantsPage(request)) return false;
  sendNotFoundPage(request, reply);
  return true;
}

/** The page for an address of another cell; false where a program asks. */
export function showMisdirected(error: Error, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!wantsPage(request)) return false;
  sendErrorPage(error, request, reply);
  return true;
}

function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageIn(request.headers);
  const { notFound } = language.texts;
  const body = html`<p>${notFound.text}</p><p><a href="/">${notFound.home}</a></p>`;
  return sendView(reply, language, { status: 404, title: notFound.title, body });
}
