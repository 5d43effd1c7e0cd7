import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Why a host outside was not asked, or did not answer. */
export type RequestFailure = 'notHttps' | 'notPublic' | 'unknownHost' | 'timeout' | 'unreachable' | 'tooLarge';

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
  /** What becomes of a longer body: its beginning is taken, or the request fails. */
  longer: 'cut' | 'fail';
  /** Whether plain HTTP and private addresses are allowed. */
  allowInsecure: boolean;
  /** Ends the request when the program stops. */
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  status: number;
  /** The `Location` header, of a redirect. */
  location: string | undefined;
  /** The body, or its beginning. */
  body: Buffer;
  /** The same as UTF-8. */
  readonly text: string;
}

/**
 * Makes one request to a host outside. The name is resolved once and the connection goes to the address that was
 * checked, so a name that changes its mind in between (DNS rebinding) gains nothing. Redirects are not followed.
 * @throws {OutgoingRequestError} when it is not allowed, or there is no answer in time
 */
export async function sendRequest(request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { url, allowInsecure } = request;
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:'))
    throw new OutgoingRequestError('notHttps', 'The URL must start with https://.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolveHost(host, signal);
  const address = allowInsecure ? addresses[0] : addresses.find(({ address }) => isPublicAddress(address));
  // One private address among public ones is already a trap.
  if (!address || (!allowInsecure && addresses.some(({ address }) => !isPublicAddress(address))))
    throw new OutgoingRequestError('notPublic', 'The URL does not lead to a public host.');
  return exchange(request, address, signal);
}

const timedOut = () => new OutgoingRequestError('timeout', 'There was no answer in time.');

async function resolveHost(host: string, signal: AbortSignal): Promise<{ address: string; family: number }[]> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(timedOut()), { once: true });
  });
  const found = lookup(host, { all: true }).catch(() => {
    throw new OutgoingRequestError('unknownHost', 'The host of the URL is not known.');
  });
  return Promise.race([found, aborted]);
}

function exchange(
  { url, method, headers, body, maxBytes, longer }: OutgoingRequest,
  address: { address: string; family: number },
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        signal.aborted
          ? timedOut()
          : new OutgoingRequestError('unreachable', `The host could not be reached (${codeOf(error)}).`),
      );
    const outgoing = make(
      url,
      {
        method,
        agent: false,
        signal,
        headers: {
          'user-agent': 'Hubbub',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        lookup: (_host, options, done) => {
          if (options.all) done(null, [address]);
          else done(null, address.address, address.family);
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        let length = 0;
        const finish = () => resolve(toAnswer(answer, Buffer.concat(parts).subarray(0, maxBytes)));
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length <= maxBytes) return;
          if (longer === 'cut') finish();
          else reject(new OutgoingRequestError('tooLarge', `The answer is longer than ${maxBytes} bytes.`));
          outgoing.destroy();
        });
        answer.on('end', finish);
        answer.on('error', fail);
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const toAnswer = ({ statusCode, headers }: IncomingMessage, body: Buffer): OutgoingAnswer => ({
  status: statusCode ?? 0,
  location: headers.location,
  body,
  get text() {
    return body.toString('utf8');
  },
});

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? 'connection failed';
