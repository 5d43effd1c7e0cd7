import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { WEBHOOK_DELIVERY_QUEUE } from './deliver.ts';
import { insertDeliveries, listDueOrganizations } from './delivery-queries.ts';
import { noticeOf, type WebhookPayload } from './notice.ts';
import { WEBHOOKS_CURSOR } from './queries.ts';

/** Organizations with due deliveries that one poll takes. */
const MAX_DUE = 1000;

const triggerOf = (event: AppendedEvent) => (event.payload as Partial<WebhookPayload> | null)?.triggerId;

/** Turns events into deliveries, with the state as it was at the event. */
export const webhookFanOut = defineLogReader({
  name: WEBHOOKS_CURSOR,
  concerns: (event) => event.part === 'dispatch' && triggerOf(event) !== undefined,
  where: sql`part = 'dispatch' and payload ? 'triggerId'`,
  async read(tx, organizationId, events) {
    if (await insertDeliveries(tx, organizationId, events.map(noticeOf)))
      tx.enqueue({ queue: WEBHOOK_DELIVERY_QUEUE, data: { organizationId } });
  },
  // Retries whose time has come, and deliveries of a process that was killed.
  async poll({ database, clock }) {
    const due = await listDueOrganizations(database.reader, clock.now(), MAX_DUE);
    if (due.length === 0) return;
    await database.transaction(async (tx) => {
      for (const organizationId of due) tx.enqueue({ queue: WEBHOOK_DELIVERY_QUEUE, data: { organizationId } });
    });
  },
});
