import { createHmac } from 'node:crypto';
import type { Services } from '../../platform/services.ts';
import type { ClaimedDelivery } from './delivery-queries.ts';
import { ANSWER_TIMEOUT_MS } from './limits.ts';
import { askReceiver } from './receiver.ts';

/**
 * What a request came to: delivered (status 200, nothing else), refused (another status), unanswered, or cut off by the
 * end of the program, which says nothing about its receiver.
 */
export type Outcome = 'delivered' | 'refused' | 'unanswered' | 'cut';

/**
 * Posts a delivery to its receiver, signed.
 * @param secret hexadecimal, as the receiver has it
 */
export async function sendDelivery(
  { config, log, closing }: Services,
  { url, body, webhookId }: ClaimedDelivery,
  secret: string,
): Promise<Outcome> {
  const signature = signatureOf(body, secret);
  const names = ['X-Service-Signature', ...config.webhookSignatureHeaders];
  try {
    const { status } = await askReceiver({
      url: new URL(url),
      method: 'POST',
      headers: { 'content-type': 'application/json', ...Object.fromEntries(names.map((name) => [name, signature])) },
      body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      allowInsecure: config.webhookAllowInsecure,
      signal: closing,
    });
    if (status === 200) return 'delivered';
    log.debug({ webhook: webhookId, status }, 'a webhook receiver refused a delivery');
    return 'refused';
  } catch (error) {
    if (closing.aborted) return 'cut';
    log.debug({ webhook: webhookId, err: error }, 'a webhook receiver did not answer');
    return 'unanswered';
  }
}

/** The signature of a body (spec: dispatch 6). */
function signatureOf(body: string, secret: string): string {
  return createHmac('sha512', Buffer.from(secret, 'hex')).update(body, 'utf8').digest('hex');
}
