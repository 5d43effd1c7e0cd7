import type { OutgoingRequest } from '../../platform/http-client/request.ts';
import type { Services } from '../../platform/services.ts';
import type { ClaimedDeliveryRow } from './delivery-queries.ts';
import { ANSWER_TIMEOUT_MS, MAX_EXCERPT } from './limits.ts';
import { askReceiver } from './receiver.ts';
import { standardHeaders, type WebhookSecrets } from './signatures.ts';

/**
 * The result of a request: delivered (status 200, nothing else), refused (any other), unanswered, or cut off by the
 * end of the program, which says nothing about its receiver.
 */
export type Outcome = 'delivered' | 'refused' | 'unanswered' | 'cut';

/** A request and its result. */
export interface Attempt {
  outcome: Outcome;
  at: Date;
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
  /** The beginning of the answer. */
  excerpt: string;
}

/** A request that has ended. */
export interface EndedRequest {
  delivery: Omit<ClaimedDeliveryRow, 'url' | 'body' | 'trace'>;
  attempt: Attempt;
}

/**
 * Posts a signed delivery to its receiver.
 * @param signature of the vendor's headers, by the secret that every receiver has
 */
export async function sendDelivery(
  { config, log, closing, clock }: Pick<Services, 'config' | 'log' | 'closing' | 'clock'>,
  { url, body, webhookId, eventId }: Pick<ClaimedDeliveryRow, 'url' | 'body' | 'webhookId' | 'eventId'>,
  secrets: WebhookSecrets,
  signature: string,
  agents: OutgoingRequest['agents'],
): Promise<Attempt> {
  const names = ['X-Service-Signature', ...config.webhookSignatureHeaders];
  const at = clock.now();
  const begin = performance.now();
  const ended = (result: Pick<Attempt, 'outcome'> & Partial<Attempt>): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - begin),
    status: null,
    error: null,
    excerpt: '',
    ...result,
  });
  if (closing.aborted) return ended({ outcome: 'cut' });
  try {
    const { status, text } = await askReceiver({
      url: new URL(url),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(names.map((name) => [name, signature])),
        ...standardHeaders(`${webhookId}-${eventId}`, at, body, secrets),
      },
      body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      allowInsecure: config.webhookAllowInsecure,
      hosts: config.outgoingHosts,
      signal: closing,
      ...(agents ? { agents } : {}),
    });
    if (status !== 200) log.debug({ webhook: webhookId, status }, 'a webhook receiver rejected a delivery');
    const excerpt = text.slice(0, MAX_EXCERPT).toWellFormed().replaceAll('\u0000', '\uFFFD');
    return ended({ outcome: status === 200 ? 'delivered' : 'refused', status, excerpt });
  } catch (error) {
    if (closing.aborted) return ended({ outcome: 'cut' });
    log.debug({ webhook: webhookId, err: error }, 'a webhook receiver did not respond');
    return ended({ outcome: 'unanswered', error: (error as Error).message });
  }
}
