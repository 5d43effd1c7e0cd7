import { lookup } from 'node:dns/promises';
import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Why a host outside was not asked, or did not answer. */
export type RequestFailure =
  | 'notHttps'
  | 'notPublic'
  | 'notAllowed'
  | 'unknownHost'
  | 'timeout'
  | 'unreachable'
  | 'tooLarge';

/** The message says nothing about the network behind us, so it is safe to show. */
export class OutgoingRequestError extends Error {
  readonly reason: RequestFailure;

  constructor(reason: RequestFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface OutgoingRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  timeoutMs: number;
  /** Bytes of the answer's body that are read at most. */
  maxBytes: number;
  /** Handling of a longer body: its beginning is used, or the request fails. */
  longer: 'cut' | 'fail';
  /** Whether plain HTTP and private addresses are allowed. */
  allowInsecure: boolean;
  /** Hosts that may be asked, `*.example.com` for all below one; undefined: any. */
  hosts?: readonly string[] | undefined;
  /** Ends the request when the program stops; the request of a kept connection ends with that connection. */
  signal?: AbortSignal;
  /**
   * Connections that may be used again, destroyed by their owner when the signal is aborted. One that is closed while the
   * request is on its way is replaced by a fresh one, so the host may see the request twice: only for what bears that.
   */
  agents?: { http: HttpAgent; https: HttpsAgent };
}

export interface OutgoingAnswer {
  status: number;
  /** The `Location` header, of a redirect. */
  location: string | undefined;
  contentType: string | undefined;
  /** The `Retry-After` header. */
  retryAfter: string | undefined;
  /** The body, or its beginning. */
  body: Buffer;
  /** The same as UTF-8. */
  readonly text: string;
}

/**
 * Makes one request to a host outside. For each connection the name is resolved once, and it goes to the address that was
 * checked, so a name that changes its mind in between (DNS rebinding) gains nothing. Redirects are not followed.
 * @throws {OutgoingRequestError} when it is not allowed, or there is no answer in time
 */
export async function sendRequest(request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { url, allowInsecure, hosts, agents } = request;
  const host = checkUrl(url, allowInsecure, hosts);
  if (isIP(host)) checkAddresses([host], allowInsecure);
  const agent = agents && (url.protocol === 'https:' ? agents.https : agents.http);
  const deadline = performance.now() + request.timeoutMs;
  try {
    return await exchange(request, agent ?? false, deadline);
  } catch (error) {
    if (!(error instanceof ClosedMeanwhile)) throw error;
    return await exchange(request, false, deadline);
  }
}

/**
 * Checks that a request to an address would be allowed at present; it is checked again when one is made.
 * @throws {OutgoingRequestError}
 */
export async function checkDestination(
  url: URL,
  { allowInsecure, hosts }: Pick<OutgoingRequest, 'allowInsecure' | 'hosts'>,
): Promise<void> {
  const host = checkUrl(url, allowInsecure, hosts);
  // A name that is not known today may be tomorrow.
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  checkAddresses(
    found.map(({ address }) => address),
    allowInsecure,
  );
}

/** @returns the host, without the brackets of IPv6 */
function checkUrl(url: URL, allowInsecure: boolean, hosts: readonly string[] | undefined): string {
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:'))
    throw new OutgoingRequestError('notHttps', 'The URL must start with https://.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isNamed = (name: string) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name);
  if (hosts && !hosts.some(isNamed))
    throw new OutgoingRequestError('notAllowed', 'The host is not among the hosts that this server may contact.');
  return host;
}

/** A connection that had been used before was closed before it brought an answer. */
class ClosedMeanwhile extends Error {}

const timedOut = () => new OutgoingRequestError('timeout', 'The host did not respond in time.');

/** @throws {OutgoingRequestError} for addresses within the network; one among public ones is already a trap */
function checkAddresses(addresses: readonly string[], allowInsecure: boolean): void {
  if (!allowInsecure && !addresses.every(isPublicAddress))
    throw new OutgoingRequestError('notPublic', 'The URL does not lead to a public host.');
}

/** Resolves a name for a connection that is about to be made, and checks where it leads. */
function checkedLookup(allowInsecure: boolean): LookupFunction {
  const resolve = async (host: string) => {
    const found = await lookup(host, { all: true }).catch(() => {
      throw new OutgoingRequestError('unknownHost', 'The host of the URL was not found.');
    });
    checkAddresses(
      found.map(({ address }) => address),
      allowInsecure,
    );
    return found[0]!;
  };
  return (host, options, done) => {
    resolve(host).then(
      (found) => (options.all ? done(null, [found]) : done(null, found.address, found.family)),
      (error: Error) => done(error, ''),
    );
  };
}

function exchange(
  { url, method, headers, body, maxBytes, longer, allowInsecure, signal }: OutgoingRequest,
  agent: HttpAgent | HttpsAgent | false,
  deadline: number,
): Promise<OutgoingAnswer> {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let isOver = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      if (isOver || signal?.aborted) reject(timedOut());
      else if (error instanceof OutgoingRequestError) reject(error);
      else reject(new OutgoingRequestError('unreachable', `The host could not be reached (${codeOf(error)}).`));
    };
    const outgoing = make(
      url,
      {
        method,
        agent,
        ...(agent || !signal ? {} : { signal }),
        headers: {
          'user-agent': 'Hubbub',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        lookup: checkedLookup(allowInsecure),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let length = 0;
        const finish = () => {
          clearTimeout(timer);
          resolve(toAnswer(answer, Buffer.concat(parts).subarray(0, maxBytes)));
        };
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length <= maxBytes) return;
          if (longer === 'cut') finish();
          else fail(new OutgoingRequestError('tooLarge', `The response is longer than ${maxBytes} bytes.`));
          outgoing.destroy();
        });
        answer.on('end', finish);
        answer.on('error', fail);
      },
    );
    // A signal of its own for each request, joined with the program's, costs several times as much.
    const timer = setTimeout(() => {
      isOver = true;
      outgoing.destroy(timedOut());
    }, deadline - performance.now());
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (!isClosed || isOver || signal?.aborted) return fail(error);
      clearTimeout(timer);
      reject(new ClosedMeanwhile());
    });
    outgoing.end(body);
  });
}

const toAnswer = ({ statusCode, headers }: IncomingMessage, body: Buffer): OutgoingAnswer => ({
  status: statusCode ?? 0,
  location: headers.location,
  contentType: headers['content-type'],
  retryAfter: headers['retry-after'],
  body,
  get text() {
    return body.toString('utf8');
  },
});

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? 'connection failed';
