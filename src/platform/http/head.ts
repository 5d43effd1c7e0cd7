import type { IncomingMessage } from 'node:http';
import { pathOf } from './paths.ts';

/** The head of a request is refused. The text is safe to show. */
class RefusedHead extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, text: string) {
    super(text);
    this.statusCode = statusCode;
  }
}

/**
 * The address as routes know it. A request may name the host as well (`GET http://host/path`, RFC 9112, section 3.2.2);
 * client: some write two slashes where one belongs.
 */
export function plainAddress(url: string): string {
  const address = url.replace(/^https?:\/\/[^/?]*/i, '');
  const path = pathOf(address);
  return path.replaceAll(/\/{2,}/g, '/') + address.slice(path.length) || '/';
}

/**
 * Checks the head of a request of any route.
 * @throws {RefusedHead} 400 without a host, or with two (RFC 9112, 3.2), of which a proxy may heed the other; 415 when the body is
 * compressed
 */
export function checkHead({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw new RefusedHead(400, 'The request has no Host header');
  if (rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    throw new RefusedHead(400, 'The request has two Host headers');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new RefusedHead(415, 'The body must not be compressed');
}
