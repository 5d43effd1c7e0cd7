import { createHmac, type KeyObject } from 'node:crypto';

/** Secrets of an organization: the one that receivers know, and during a rotation the one that comes next. */
export interface WebhookSecrets {
  current: KeyObject;
  next: KeyObject | undefined;
}

/** The signature of a body (spec: dispatch 6). */
export function signatureOf(body: string, secret: KeyObject): string {
  return createHmac('sha512', secret).update(body, 'utf8').digest('hex');
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): signed with both secrets during a rotation, so that
 * a receiver may change at any time in between.
 * @param id the same for each attempt
 */
export function standardHeaders(
  id: string,
  at: Date,
  body: string,
  { current, next }: WebhookSecrets,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: KeyObject) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [current, ...(next ? [next] : [])].map(sign).join(' '),
  };
}

/** A secret in the form in which libraries for Standard Webhooks take it. */
export const standardSecret = (secret: string): string => `whsec_${Buffer.from(secret, 'hex').toString('base64')}`;
