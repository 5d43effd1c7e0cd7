import type { AppendedEvent } from '../../platform/events/log.ts';
import { triggerNames } from '../events/triggers.ts';
import type { Notice } from './delivery-queries.ts';

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

/** An event as webhooks are told of it; always the same, so that it can be told again. */
export function noticeOf(event: Pick<AppendedEvent, 'id' | 'at' | 'payload'>): Notice {
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
