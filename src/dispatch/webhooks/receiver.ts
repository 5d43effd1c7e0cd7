import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

/** Why a receiver is not asked, or did not answer. Safe to show: it says nothing about the network behind us. */
export class ReceiverError extends Error {}

export interface ReceiverRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Whether plain HTTP and private addresses are allowed (setting WEBHOOK_ALLOW_INSECURE). */
  allowInsecure: boolean;
  /** Ends the request when the program stops. */
  signal?: AbortSignal;
}

export interface ReceiverAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** A receiver's answer is a word; whoever sends more is not listened to for long. */
const MAX_READ = 4096;

// Everything that is not a public host: this machine, private networks, link-local (cloud metadata services), shared
// address space, documentation, benchmarks, multicast, reserved; and the IPv6 forms that lead to IPv4 hosts.
const forbidden = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  forbidden.addSubnet(address, bits, 'ipv4');
// Only 2000::/3 is public IPv6; of it, these are not.
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  forbidden.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !forbidden.check(address, 'ipv4');
  return publicV6.check(address, 'ipv6') && !forbidden.check(address, 'ipv6');
}

/**
 * Makes one request to a webhook's receiver. The name is resolved once and the connection goes to the address that was
 * judged, so a name that changes its mind in between (DNS rebinding) gains nothing. Redirects are not followed.
 * @throws {ReceiverError} when it is not allowed, or there is no answer in time
 */
export async function askReceiver(request: ReceiverRequest): Promise<ReceiverAnswer> {
  const { url, allowInsecure } = request;
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:'))
    throw new ReceiverError('The URL must start with https://.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, signal);
  const address = allowInsecure ? addresses[0] : addresses.find(({ address }) => isPublicAddress(address));
  // One private address among public ones is already a trap.
  if (!address || (!allowInsecure && addresses.some(({ address }) => !isPublicAddress(address))))
    throw new ReceiverError('The URL does not lead to a public host.');
  return send(request, address, signal);
}

async function resolve(host: string, signal: AbortSignal): Promise<{ address: string; family: number }[]> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ReceiverError('The receiver did not answer in time.')), {
      once: true,
    });
  });
  const found = lookup(host, { all: true }).catch(() => {
    throw new ReceiverError('The host of the URL is not known.');
  });
  return Promise.race([found, aborted]);
}

function send(
  { url, method, headers, body }: ReceiverRequest,
  address: { address: string; family: number },
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        new ReceiverError(
          signal.aborted
            ? 'The receiver did not answer in time.'
            : `The receiver could not be reached (${codeOf(error)}).`,
        ),
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
        const finish = () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8').slice(0, MAX_READ) });
        answer.on('data', (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length > MAX_READ) {
            finish();
            outgoing.destroy();
          }
        });
        answer.on('end', finish);
        answer.on('error', fail);
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code ?? 'connection failed';
