import { triggerNames } from '../../../rules/webhook-triggers.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import type { Notice } from './delivery-queries.ts';

/**
 * The payload of an event that webhooks receive: any dispatch event with a `triggerId`, from any slice. Further members
 * (`etaSeconds`, `distance`, `status`, …) go into the body unchanged.
 */
export interface WebhookPayload {
  triggerId: number;
  taskId?: string | null;
  workerId?: string | null;
  adminId?: string | null;
  data?: object | null;
  actionContext?: { type: string; id: string } | null;
  /** The threshold that was crossed: only webhooks with this one receive the event. */
  threshold?: number;
  [further: string]: unknown;
}

/** The body that webhooks receive for an event; always the same, so that a delivery can be repeated. */
export function noticeOf(
  event: Pick<AppendedEvent, 'organizationId' | 'id' | 'at' | 'payload'> & { trace?: string | null },
): Notice {
  const { triggerId, taskId, workerId, adminId, data, actionContext, threshold, ...further } =
    event.payload as WebhookPayload;
  return {
    organizationId: event.organizationId,
    eventId: event.id,
    trigger: triggerId,
    objectId: taskId ?? workerId ?? null,
    threshold: threshold ?? null,
    trace: event.trace ?? null,
    // Spec: dispatch 6: every body has these, null where the trigger has none.
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
