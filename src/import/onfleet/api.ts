import { setTimeout as pause } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { validatorOf } from '../../platform/http/validator-of.ts';
import { type OutgoingAnswer, OutgoingRequestError, sendRequest } from '../../platform/http-client/request.ts';
import { ArchiveError } from '../archive/archive.ts';

const TIMEOUT_MS = 120_000;
/** Bytes of an answer: an organization may have 100,000 workers, and their list has no pages. */
const MAX_BYTES = 256 * 2 ** 20;
/** The API serves 20 requests a second; a little less leaves room for those of others. */
const INTERVAL_MS = 60;
/** The pauses between so many attempts are 62 seconds. */
const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 2000;
/** The longest pause that the other server can ask for. */
const MAX_PAUSE_MS = 120_000;
const PATH = '/api/v2';

/** Makes requests and waits between them; another one in tests. */
export interface OnfleetRequests {
  send: typeof sendRequest;
  pause(milliseconds: number): Promise<unknown>;
}

/**
 * Reads the address of a server that speaks the dispatch API, with its path or without.
 * @throws {ArchiveError} for what is no address, and for plain HTTP to another machine, which would show the key
 */
export function readSourceUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ArchiveError('--url must be an address such as https://dispatch.example.com.');
  if (url.username !== '' || url.password !== '')
    throw new ArchiveError('--url must not have a key in it. Give the key by --key-file or ONFLEET_KEY.');
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !isHere)
    throw new ArchiveError('--url must start with https://: the key would be readable on the way.');
  const path = url.pathname.replace(/\/+$/, '');
  return new URL(`${url.origin}${path.endsWith(PATH) ? path : path + PATH}`);
}

/** Reads from a server that speaks the dispatch API, at its rate limit. The key goes to that server only. */
export class OnfleetApi {
  readonly #base: URL;
  readonly #authorization: string;
  readonly #requests: OnfleetRequests;
  #next = 0;

  /** @param base from {@link readSourceUrl} */
  constructor(base: URL, key: string, requests: OnfleetRequests = { send: sendRequest, pause }) {
    this.#base = base;
    this.#authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
    this.#requests = requests;
  }

  /**
   * Reads a resource.
   * @throws {ArchiveError} when it is not had, or has another shape
   */
  async get<Shape extends TSchema>(path: string, shape: Shape): Promise<Static<Shape>> {
    const found = await this.find(path, shape);
    if (found === undefined)
      throw new ArchiveError(`${this.#base.href} has no ${nameOf(path)}. Check --url: it must lead to a dispatch API.`);
    return found;
  }

  /** As {@link get}, of something that not every server has: undefined where there is none. */
  async find<Shape extends TSchema>(path: string, shape: Shape): Promise<Static<Shape> | undefined> {
    const answer = await this.#ask(path);
    if (answer.status !== 200) return undefined;
    const value = readJson(answer.text);
    const validator = validatorOf(shape);
    if (!validator.Check(value)) {
      const [first] = validator.Errors(value);
      const where = first?.instancePath ? ` at ${first.instancePath.slice(0, 100)}` : '';
      throw new ArchiveError(
        `The answer for ${nameOf(path)} has another shape than the dispatch API${where}. Check --url.`,
      );
    }
    return value as Static<Shape>;
  }

  async #ask(path: string): Promise<OutgoingAnswer> {
    for (let attempt = 1; ; attempt++) {
      const { answer, why, pauseMs } = await this.#attempt(path);
      if (answer) return answer;
      if (attempt === MAX_ATTEMPTS)
        throw new ArchiveError(`${this.#base.host} could not send ${nameOf(path)}. ${why} Run the import again later.`);
      const wait = Math.max(FIRST_PAUSE_MS * 2 ** (attempt - 1), pauseMs);
      await this.#requests.pause(Math.min(wait, MAX_PAUSE_MS));
    }
  }

  async #attempt(
    path: string,
  ): Promise<{ answer: OutgoingAnswer; why?: never; pauseMs: 0 } | { answer?: never; why: string; pauseMs: number }> {
    const now = performance.now();
    const wait = this.#next - now;
    this.#next = Math.max(now, this.#next) + INTERVAL_MS;
    if (wait > 0) await this.#requests.pause(wait);
    let answer: OutgoingAnswer;
    try {
      answer = await this.#requests.send({
        url: new URL(`${this.#base.href}${path}`),
        method: 'GET',
        headers: { authorization: this.#authorization, accept: 'application/json' },
        ...{ timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, longer: 'fail' },
        // The operator names the server, which may be one of the same network; plain HTTP stays on this machine.
        allowInsecure: true,
        hosts: [this.#base.hostname.replace(/^\[(.*)\]$/, '$1')],
      });
    } catch (error) {
      if (!(error instanceof OutgoingRequestError)) throw error;
      if (error.reason === 'timeout' || error.reason === 'unreachable') return { why: error.message, pauseMs: 0 };
      throw new ArchiveError(`${this.#base.host} could not be asked. ${error.message}`);
    }
    const { status } = answer;
    // Where a server has no list, the last part of its path may be taken for an ID that is none.
    if (status === 200 || status === 400 || status === 404) return { answer, pauseMs: 0 };
    if (status === 401 || status === 403)
      throw new ArchiveError(`${this.#base.host} does not accept the key, or the key may not read ${nameOf(path)}.`);
    if (status === 429 || status >= 500)
      return { why: `Its answer had status ${status}.`, pauseMs: pauseOf(answer.retryAfter) };
    throw new ArchiveError(
      `${this.#base.host} answered ${nameOf(path)} with status ${status}. Check --url: it must lead to a dispatch API.`,
    );
  }
}

/** The resource, without the values of its query. */
const nameOf = (path: string) => path.replace(/\?.*$/s, '');

/** A text that PostgreSQL can keep. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');

function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    return undefined;
  }
}

/** Milliseconds of a `Retry-After` header, which has seconds or a date. */
function pauseOf(retryAfter = ''): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : until - Date.now();
}
