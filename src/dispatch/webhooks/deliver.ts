import { createHmac } from 'node:crypto';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import {
  type DeliveryRow,
  endLease,
  findSealedSecret,
  forgetDelivery,
  leaseWebhook,
  nextDelivery,
  postpone,
  recordFailure,
  recordSuccess,
  releaseLease,
} from './queries.ts';
import { askReceiver } from './receiver.ts';

export const DELIVERY_QUEUE = 'webhook-delivery';

/** How long a receiver may take to answer. */
const PATIENCE_MS = 10_000;
/** A process that is killed keeps a webhook waiting no longer than this. */
const LEASE_MS = 15_000;
/** What must be left of the lease for another request. */
const MIN_LEASE_MS = PATIENCE_MS + 2000;
/** Spec: dispatch 6: failed requests are tried again in 30-minute cycles for up to one day. */
const CYCLE_MS = 30 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
/** Spec: dispatch 6: more failures in a row disable the webhook. */
const MAX_FAILURES = 300;
/** Requests to one receiver before others get their turn. */
const MAX_AT_A_TIME = 200;

interface Webhook {
  organizationId: string;
  webhookId: string;
}

/**
 * Sends what is due of one webhook, oldest first, one request at a time. A receiver that fails makes room for others
 * at once: what else is due for it comes in a job of its own.
 */
export const deliverWebhook = defineJob<Webhook>({
  queue: DELIVERY_QUEUE,
  expireInSeconds: 15 * 60,
  retryLimit: 5,
  retryDelay: 5,
  concurrency: 4,
  async handle(services, webhook, signal) {
    const { database, clock } = services;
    const { organizationId, webhookId } = webhook;
    let lease: { url: string; until: Date } | undefined;
    for (let sent = 0; ; sent++) {
      const now = clock.now().getTime();
      if (!lease || lease.until.getTime() - now < MIN_LEASE_MS) {
        const [until, held] = [new Date(now + LEASE_MS), lease?.until];
        const target = await database.transaction((tx) => leaseWebhook(tx, organizationId, webhookId, until, held));
        if (!target) return;
        lease = { url: target.url, until };
      }
      const delivery = await nextDelivery(database.reader, organizationId, webhookId, clock.now());
      if (!delivery) {
        const more = await database.transaction((tx) => endLease(tx, organizationId, webhookId));
        if (more) continue;
        return;
      }
      const delivered = await send(services, webhook, lease.url, delivery, signal);
      // A request that was cut off by the end of the program says nothing about its receiver: it is made again.
      if (delivered || !signal.aborted) await record(services, webhook, delivery, delivered);
      if (delivered && sent < MAX_AT_A_TIME && !signal.aborted) continue;
      await database.transaction(async (tx) => {
        await releaseLease(tx, organizationId, webhookId);
        tx.enqueue({ queue: DELIVERY_QUEUE, data: webhook });
      });
      return;
    }
  },
});

/** Whether the receiver took it: status 200, nothing else. */
async function send(
  services: Services,
  { organizationId, webhookId }: Webhook,
  url: string,
  { body }: DeliveryRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { config, database, secrets, log } = services;
  const sealed = await findSealedSecret(database.reader, organizationId);
  if (!sealed) throw new Error(`organization ${organizationId} has no webhook secret`);
  const signature = signatureOf(body, secrets.open(sealed));
  try {
    const answer = await askReceiver({
      url: new URL(url),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(
          ['X-Service-Signature', ...config.webhookSignatureHeaders].map((name) => [name, signature]),
        ),
      },
      body,
      timeoutMs: PATIENCE_MS,
      allowInsecure: config.webhookAllowInsecure,
      signal,
    });
    if (answer.status === 200) return true;
    log.debug({ webhook: webhookId, status: answer.status }, 'a webhook receiver refused a delivery');
  } catch (error) {
    log.debug({ webhook: webhookId, err: error }, 'a webhook receiver did not answer');
  }
  return false;
}

async function record(
  { database }: Services,
  { organizationId, webhookId }: Webhook,
  { eventId, createdAt }: DeliveryRow,
  delivered: boolean,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (delivered) return recordSuccess(tx, organizationId, webhookId, eventId);
    const works = await recordFailure(tx, organizationId, webhookId, MAX_FAILURES);
    if (!works) return;
    const next = new Date(tx.now.getTime() + CYCLE_MS);
    if (next.getTime() - createdAt.getTime() > GIVE_UP_MS) await forgetDelivery(tx, organizationId, webhookId, eventId);
    else await postpone(tx, organizationId, webhookId, eventId, next);
  });
}

/**
 * The signature of a body (spec: dispatch 6).
 * @param secret hexadecimal, as the receiver has it
 */
function signatureOf(body: string, secret: string): string {
  return createHmac('sha512', Buffer.from(secret, 'hex')).update(body, 'utf8').digest('hex');
}
