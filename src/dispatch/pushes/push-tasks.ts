import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { type BrowserTarget, browserTargets } from '../../platform/push-subscriptions/access.ts';
import { doForgetSubscription } from '../../platform/push-subscriptions/actions.ts';
import { ofBatch } from '../events/fragments.ts';
import { isOfBatch } from '../events/of-batch.ts';
import { Trigger } from '../events/triggers.ts';
import { findPersonIdOfWorker } from '../workers/access.ts';
import { PUSHES_CURSOR, whoSubscribed } from './queries.ts';

const PUSH_QUEUE = 'dispatch-driver-push';

/** What a driver's browser is told: what happened to which task. The app fetches the rest itself. */
const KIND_OF: Readonly<Record<number, 'assigned'>> = {
  [Trigger.taskAssigned]: 'assigned',
  // Created, or cloned, for a worker.
  [Trigger.taskCreated]: 'assigned',
  [Trigger.taskCloned]: 'assigned',
};

interface TaskPayload {
  triggerId?: number;
  taskId: string;
  workerId: string | null;
}

const kindOf = (event: AppendedEvent) => {
  const { triggerId, workerId } = event.payload as TaskPayload;
  if (event.kind !== 'task' || !workerId) return undefined;
  return isOfBatch(event) ? 'assigned' : KIND_OF[triggerId ?? -1];
};

/** Tells drivers' browsers of their new tasks. */
export const pushTasks = defineLogReader({
  name: PUSHES_CURSOR,
  concerns: (event) => event.part === 'dispatch' && kindOf(event) !== undefined,
  where: sql`part = 'dispatch' and kind = 'task' and payload->>'workerId' is not null
    and (payload->>'triggerId' in ('6', '9', '13') or ${ofBatch})`,
  async read(tx, organizationId, events) {
    const payloads = events.map((event) => event.payload as TaskPayload);
    const told = await whoSubscribed(tx, organizationId, [...new Set(payloads.map(({ workerId }) => workerId!))]);
    for (const event of events) {
      const { taskId, workerId } = event.payload as TaskPayload;
      if (workerId && told.has(workerId))
        tx.enqueue({ queue: PUSH_QUEUE, data: { organizationId, workerId, taskId, kind: kindOf(event) } });
    }
  },
});

/**
 * Pushes one thing to all browsers of a worker. One that is gone is forgotten. When a push service cannot take it now
 * all are told again: the topic makes the second take the place of the first.
 */
export const pushToDriver = defineJob<{ organizationId: string; workerId: string; taskId: string; kind: string }>({
  queue: PUSH_QUEUE,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 30,
  concurrency: 4,
  async handle(services, { organizationId, workerId, taskId, kind }, signal) {
    const { web } = pushServices(services);
    if (!web) return;
    const { database, log } = services;
    const personId = await findPersonIdOfWorker(database.reader, organizationId, workerId);
    if (personId === null) return;
    const owners = [
      { kind: 'worker', subject: workerId },
      { kind: 'session', subject: personId },
    ] as const;
    let detail: string | undefined;
    const push = async (target: BrowserTarget) => {
      const result = await web.send(target.subscription, { kind, taskId }, { topic: taskId, signal });
      if (result.state === 'gone') await database.transaction((tx) => doForgetSubscription(tx, target));
      if (result.state === 'failed')
        log.warn({ organizationId, worker: workerId, reason: result.detail }, 'a push was not taken');
      if (result.state === 'again') detail = result.detail;
    };
    // All at once: a service that does not answer holds up none but its own.
    await Promise.all((await browserTargets(services, organizationId, owners)).map(push));
    if (detail !== undefined) throw new Error(`a push is tried again: ${detail}`);
  },
});
