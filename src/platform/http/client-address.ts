import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Origin of a request behind the trusted proxies. */
export interface HttpClient {
  /** The client's address; IPv4 in its own form also where the socket maps it into IPv6. */
  address: string;
  /** Whether the client came by HTTPS, as the trusted proxy says; undefined where none says so. */
  isSecure: boolean | undefined;
  /** The host that it asked for, in small letters and without a port; empty where it named none. */
  host: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly client: HttpClient;
  }
}

/** Gives every request its `client`, worked out when it is asked for. */
export function readClients(app: FastifyInstance, trusted: BlockList | undefined): void {
  app.decorateRequest('client', {
    getter() {
      return clientOf(this.raw, trusted);
    },
  });
}

/**
 * A list of CIDR blocks and single addresses, separated by commas.
 * @throws {Error} the rest of a sentence about the setting
 */
export function readNetworks(value: string): BlockList {
  const networks = new BlockList();
  for (const part of value.split(',').map((each) => each.trim())) {
    const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(part) ?? [];
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? most) > most)
      throw new Error('must be addresses or CIDR blocks (10.0.0.0/8, 2001:db8::/32) separated by commas');
    networks.addSubnet(address, Number(bits ?? most), familyOf(address));
  }
  return networks;
}

/**
 * The right-most address that is no trusted proxy: the client may have written the addresses left of it. A proxy that
 * writes one of `X-Forwarded-For` and `Forwarded` (RFC 7239) may forward the client's own other one, so where they differ
 * neither is trusted.
 */
export function clientOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted?: BlockList,
): HttpClient {
  const peer = plain(socket.remoteAddress ?? '');
  if (!trusted || !isIn(trusted, peer)) return { address: peer, isSecure: undefined, host: hostnameOf(headers.host) };
  const elements = forwardedElements(headers.forwarded);
  const chains = [listOf(headers['x-forwarded-for']), elements.map((element) => element.get('for') ?? '')].filter(
    (chain) => chain.length > 0,
  );
  const addresses = new Set(chains.map((chain) => rightmostUntrusted(chain, peer, trusted)));
  const protocol = listOf(headers['x-forwarded-proto']).at(-1) ?? elements.at(-1)?.get('proto');
  return {
    address: addresses.size === 1 ? [...addresses][0]! : peer,
    isSecure: protocol === undefined ? undefined : protocol.toLowerCase() === 'https',
    host: hostnameOf(listOf(headers['x-forwarded-host']).at(-1) ?? elements.at(-1)?.get('host') ?? headers.host),
  };
}

/** `Chat.Example.com:443` is `chat.example.com`; a name may end in the dot of the root (RFC 1034, 3.1). */
function hostnameOf(host = ''): string {
  return host.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function rightmostUntrusted(chain: readonly string[], peer: string, trusted: BlockList): string {
  let nearest = peer;
  for (const hop of chain.toReversed()) {
    const address = addressOfHop(hop);
    // `unknown` or a made-up name (RFC 7239, 6.2 and 6.3): the proxy that wrote it is all that is known.
    if (address === undefined) return nearest;
    if (!isIn(trusted, address)) return address;
    nearest = address;
  }
  return nearest;
}

/** `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1` or `[2001:db8::1]:4711`. */
function addressOfHop(hop: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(hop) ?? [];
  const address = bracketed ?? withPort ?? hop;
  return isIP(address) === 0 ? undefined : plain(address);
}

/** `for=192.0.2.7;proto=https, for="[2001:db8::1]"`; names of parameters are in lower case. */
function forwardedElements(header: string | undefined): Map<string, string>[] {
  return listOf(header).map(
    (element) =>
      new Map(
        element.split(';').map((pair) => {
          const [name = '', value = ''] = pair.split('=');
          return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
        }),
      ),
  );
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function isIn(networks: BlockList, address: string): boolean {
  return isIP(address) !== 0 && networks.check(address, familyOf(address));
}
