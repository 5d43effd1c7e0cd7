import { setTimeout as pause } from 'node:timers/promises';
import { type OutgoingAnswer, OutgoingRequestError, sendRequest } from '../../platform/http-client/request.ts';
import { ArchiveError } from '../archive/archive.ts';

/** Hosts that keep Slack's files. The token goes to no other. */
const FILE_HOSTS = ['files.slack.com'];

/** Time of one attempt, with all of its redirects. */
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;

/** Slack counts requests by the minute: the pauses between so many attempts are 62 seconds. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 2000;
/** The longest pause that Slack can ask for. */
const MAX_PAUSE_MS = 120_000;

/** Answers that say for good that a file cannot be had. */
const GONE = [403, 404, 410];
/** Failures that no later attempt mends. All others may pass. */
const REFUSALS = ['notHttps', 'notAllowed', 'tooLarge'];

/** Makes requests and waits between them; another one in tests. */
export interface SlackRequests {
  send: typeof sendRequest;
  pause(milliseconds: number): Promise<unknown>;
}

interface WantedFile {
  url: URL;
  token: string;
  maxBytes: number;
  /** Whether the file itself may be a page. */
  mayBeHtml: boolean;
}

/** Why an attempt failed that may succeed later. */
interface PassingFailure {
  why: string;
  /** Pause that Slack asks for; 0: it asks for none. */
  pauseMs: number;
}

/**
 * Fetches a file from Slack. A redirect is followed without the token.
 * @returns undefined when it cannot be had
 * @throws {ArchiveError} when Slack does not accept the token, or no attempt brought an answer
 */
export async function fetchSlackFile(
  file: WantedFile,
  requests: SlackRequests = { send: sendRequest, pause },
): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryToFetch(file, requests);
    if (!('why' in result)) return result.bytes;
    if (attempt === MAX_ATTEMPTS)
      throw new ArchiveError(
        `Slack could not send the file ${nameOf(file)}. ${result.why} Run the import again later; it continues where it stopped.`,
      );
    const wait = Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), result.pauseMs);
    await requests.pause(Math.min(wait, MAX_PAUSE_MS));
  }
}

async function tryToFetch(
  file: WantedFile,
  { send }: SlackRequests,
): Promise<{ bytes: Buffer | undefined } | PassingFailure> {
  const { url, token, maxBytes } = file;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes, longer: 'fail', signal } as const;
  const common = { ...limits, method: 'GET', allowInsecure: false } as const;
  try {
    const headers = { authorization: `Bearer ${token}` };
    let answer = await send({ ...common, url, headers, hosts: FILE_HOSTS });
    let there = redirectOf(answer, url);
    for (let redirects = 0; there && redirects < MAX_REDIRECTS; redirects++) {
      if (isSignIn(there)) throw badToken(file);
      answer = await send({ ...common, url: there });
      there = redirectOf(answer, there);
    }
    return readAnswer(file, answer);
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return REFUSALS.includes(error.reason) ? { bytes: undefined } : { why: error.message, pauseMs: 0 };
  }
}

function readAnswer(file: WantedFile, answer: OutgoingAnswer): { bytes: Buffer | undefined } | PassingFailure {
  const { status, contentType, body, retryAfter } = answer;
  const isPage = contentType?.startsWith('text/html') === true;
  const mayBePage = file.mayBeHtml || /\.html?$/i.test(file.url.pathname);
  if (status === 401 || (status === 200 && isPage && !mayBePage)) throw badToken(file);
  if (status === 200) return { bytes: body };
  if (GONE.includes(status)) return { bytes: undefined };
  return { why: `Its answer had status ${status}.`, pauseMs: pauseOf(retryAfter) };
}

function redirectOf({ status, location }: OutgoingAnswer, from: URL): URL | undefined {
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, from)) return undefined;
  return new URL(location, from);
}

/** Slack leads whom it does not know to the team's own host, which asks them to sign in and then leads back. */
const isSignIn = ({ hostname, pathname, searchParams }: URL) =>
  (hostname === 'slack.com' || (hostname.endsWith('.slack.com') && !FILE_HOSTS.includes(hostname))) &&
  (searchParams.has('redir') || /^\/(?:sign-?in|login)\b/.test(pathname));

const badToken = (file: WantedFile) =>
  new ArchiveError(
    `Slack asked for a sign-in instead of sending the file ${nameOf(file)}: SLACK_TOKEN is not valid, or may not read it. ` +
      'Set another token, or none so that the other files stay links. Then run the import again; it continues where it stopped.',
  );

/** The path of a file without its query, which can hold another token. */
const nameOf = ({ url: { pathname } }: WantedFile) => pathname.slice(0, 200);

/** Milliseconds of a `Retry-After` header, which has seconds or a date. */
function pauseOf(retryAfter = ''): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : until - Date.now();
}
