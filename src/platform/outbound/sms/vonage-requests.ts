import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundSms, Receipt } from './inbound.ts';
import { readMembers } from './members.ts';

/** Maximum difference between the signer's clock and ours. */
const MAX_AGE_SECONDS = 300;

/**
 * Whether a request carries a token (JWT, HS256) that is signed with the account's signature secret, is fresh, and is for
 * this very body (https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks).
 */
export function isSignedByVonage(secret: string, authorization: string | undefined, body: string, now: Date): boolean {
  const [, head, payload, signature] =
    /^Bearer\s+([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization?.trim() ?? '') ?? [];
  if (!head || !payload || !signature || fromBase64(head).alg !== 'HS256') return false;
  const wanted = createHmac('sha256', secret).update(`${head}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false;
  const { iat, payload_hash } = fromBase64(payload);
  const isFresh = typeof iat === 'number' && Math.abs(now.getTime() / 1000 - iat) <= MAX_AGE_SECONDS;
  return isFresh && payload_hash === createHash('sha256').update(body, 'utf8').digest('hex');
}

/** The members of a message or receipt that are read. */
export interface VonageRequest {
  message_uuid?: string;
  to?: string;
  from?: string;
  text?: string;
  status?: string;
  client_ref?: string;
  error?: { title?: string; detail?: string } | null;
}

/** The message in a request about one that came in. */
export function readVonageMessage({ message_uuid, from, to, text }: VonageRequest): InboundSms {
  const number = (digits = '') => (/^\d+$/.test(digits) ? `+${digits}` : digits);
  return {
    provider: 'vonage',
    providerId: message_uuid ?? '',
    from: number(from),
    to: number(to),
    body: text ?? '',
  };
}

/** Reads a request about a sent message; undefined if it changes nothing. */
export function readVonageReceipt({ client_ref = '', status, error }: VonageRequest): Receipt | undefined {
  if (status === 'delivered' || status === 'read') return { reference: client_ref, state: 'delivered', detail: null };
  if (status === 'submitted') return { reference: client_ref, state: 'sent', detail: null };
  if (status !== 'rejected' && status !== 'undeliverable') return undefined;
  return { reference: client_ref, state: 'failed', detail: [status, error?.title].filter(Boolean).join(' ') };
}

const fromBase64 = (part: string) => readMembers(Buffer.from(part, 'base64url').toString('utf8'));
