import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { triggerNames } from '../events/triggers.ts';
import { DELIVERY_QUEUE } from './deliver.ts';
import { insertDeliveries, listDueOrganizations, type Notice } from './delivery-queries.ts';
import { CURSOR } from './queries.ts';

/**
 * What an event that webhooks are told of carries: any dispatch event whose payload has a `triggerId`, from whichever
 * slice. Further members (`etaSeconds`, `distance`, `status`, …) go into the body as they are.
 */
export interface WebhookPayload {
  triggerId: number;
  taskId?: string | null;
  workerId?: string | null;
  adminId?: string | null;
  data?: object | null;
  actionContext?: { type: string; id: string } | null;
  /** The threshold that was crossed: only webhooks with this one are told. */
  threshold?: number;
  [further: string]: unknown;
}

/** Organizations with due deliveries that are looked at in one poll. */
const MAX_DUE = 1000;

const triggerOf = (event: AppendedEvent) => (event.payload as Partial<WebhookPayload> | null)?.triggerId;

/** Turns events into deliveries, with the state as it was at the event. */
export const webhookFanOut = defineLogReader({
  name: CURSOR,
  concerns: (event) => event.part === 'dispatch' && triggerOf(event) !== undefined,
  where: sql`part = 'dispatch' and payload ? 'triggerId'`,
  async read(tx, organizationId, events) {
    if (await insertDeliveries(tx, organizationId, events.map(notice)))
      tx.enqueue({ queue: DELIVERY_QUEUE, data: { organizationId } });
  },
  // Retries whose time has come, and deliveries of a process that was killed.
  async poll({ database, clock }) {
    const due = await listDueOrganizations(database.reader, clock.now(), MAX_DUE);
    if (due.length === 0) return;
    await database.transaction(async (tx) => {
      for (const organizationId of due)
        tx.enqueue({ queue: DELIVERY_QUEUE, data: { organizationId }, singletonKey: organizationId });
    });
  },
});

function notice(event: AppendedEvent): Notice {
  const { triggerId, taskId, workerId, adminId, data, actionContext, threshold, ...further } =
    event.payload as WebhookPayload;
  return {
    eventId: event.id,
    trigger: triggerId,
    objectId: taskId ?? workerId ?? null,
    threshold: threshold ?? null,
    // Spec: dispatch 6: every body has these, null where the trigger has no use for them.
    body: JSON.stringify({
      taskId: taskId ?? null,
      workerId: workerId ?? null,
      adminId: adminId ?? null,
      data: data ?? null,
      actionContext: actionContext ?? null,
      triggerId,
      triggerName: triggerNames[triggerId] ?? null,
      time: event.at.getTime(),
      ...further,
    }),
  };
}
