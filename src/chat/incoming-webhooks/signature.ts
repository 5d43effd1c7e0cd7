import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Compares in a time that tells nothing of where they differ. */
export function isSameText(given: unknown, wanted: string): boolean {
  const [left, right] = [Buffer.from(String(given ?? '')), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** HMAC-SHA-256. */
export const hmac = (secret: string, body: Buffer | string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

/** Services that sign nothing, but send headers that one chooses: the secret as a bearer's token. */
export const hasBearer = (secret: string, _body: Buffer, { authorization }: IncomingHttpHeaders): boolean =>
  isSameText(authorization, `Bearer ${secret}`);
