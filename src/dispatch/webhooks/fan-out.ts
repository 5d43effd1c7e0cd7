import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { deliverer } from './deliver.ts';
import { listDueOrganizations } from './delivery-queries.ts';
import { noticeOf, type WebhookPayload } from './notice.ts';
import { WEBHOOKS_CURSOR } from './queries.ts';

/** Organizations with due deliveries that one poll takes. */
const MAX_DUE = 1000;

const triggerOf = (event: AppendedEvent) => (event.payload as Partial<WebhookPayload> | null)?.triggerId;

/** Turns events into deliveries, with the state as it was at the event, and makes them. */
export const webhookFanOut = defineLogReader({
  name: WEBHOOKS_CURSOR,
  concerns: (event) => event.part === 'dispatch' && triggerOf(event) !== undefined,
  where: sql`part = 'dispatch' and payload ? 'triggerId'`,
  gatherMs: 10,
  readTogether: (tx, events, services) => deliverer(services).write(tx, events.map(noticeOf)),
  // Retries whose time has come, and deliveries of a process that was killed.
  async poll(services) {
    const { database, clock } = services;
    for (const organizationId of await listDueOrganizations(database.reader, clock.now(), MAX_DUE))
      deliverer(services).wake(organizationId);
  },
});
