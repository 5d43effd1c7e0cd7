import type { Tx } from '../../platform/db/tx.ts';
import { daysBefore } from '../../platform/jobs/keeping.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { accessWebhook } from './access.ts';
import { insertRepeats, listWebhookEvents } from './attempt-queries.ts';
import { WEBHOOK_DELIVERY_QUEUE } from './deliver.ts';
import { ATTEMPT_DAYS, MAX_RESENT } from './limits.ts';
import { noticeOf } from './notice.ts';

/** The deliveries queued again; `next`: there are more since this time (milliseconds). */
interface Resent {
  resent: number;
  next?: number;
}

/**
 * Repeats a webhook's delivery of one event, or of all since a time, as far as the log goes back (two weeks).
 * @throws {DispatchError} 1000 when the webhook is disabled, 1402 when there is no such webhook or delivery
 */
export async function doResendDeliveries(
  tx: Tx,
  webhookId: string,
  which: { deliveryId: string } | { since: Date },
): Promise<Resent> {
  const { organizationId } = tx;

  const webhook = await accessWebhook(tx, webhookId);
  if (!webhook.isEnabled) throw invalidValue('The webhook is disabled.');
  if ('deliveryId' in which && !/^\d{1,15}$/.test(which.deliveryId)) throw notFound('There is no such delivery.');
  const oldest = daysBefore(tx.now, ATTEMPT_DAYS);
  const wanted =
    'deliveryId' in which
      ? { eventId: Number(which.deliveryId) }
      : { since: which.since > oldest ? which.since : oldest };
  const events = await listWebhookEvents(tx, webhook, wanted, MAX_RESENT + 1);
  if ('eventId' in wanted && events.length === 0) throw notFound('There is no such delivery.');
  const [due, next] = [events.slice(0, MAX_RESENT), events[MAX_RESENT]];
  await insertRepeats(tx, webhookId, due.map(noticeOf));
  if (due.length > 0) tx.enqueue({ queue: WEBHOOK_DELIVERY_QUEUE, data: { organizationId } });
  return { resent: due.length, ...(next ? { next: next.at.getTime() } : {}) };
}
