import { Trigger } from '../../../rules/webhook-triggers.ts';
import { sql } from '../../platform/db/sql.ts';
import type { AppendedEvent } from '../../platform/events/log.ts';
import { defineLogReader } from '../../platform/events/log-reader.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { ofBatch } from '../events/fragments.ts';
import { isOfBatch } from '../events/of-batch.ts';
import { pushToWorker, type TriedPush } from './push-to-worker.ts';
import { PUSHES_CURSOR, whoSubscribed } from './queries.ts';

const PUSH_QUEUE = 'dispatch-driver-push';

/** Push payloads for a driver's browser: the kind of change and the task. The app fetches the rest itself. */
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
  async read(tx, events) {
    const { organizationId } = tx;
    const payloads = events.map((event) => event.payload as TaskPayload);
    const subscribed = await whoSubscribed(tx, [...new Set(payloads.map(({ workerId }) => workerId!))]);
    for (const event of events) {
      const { taskId, workerId } = event.payload as TaskPayload;
      if (workerId && subscribed.has(workerId))
        tx.enqueue({ queue: PUSH_QUEUE, data: { organizationId, workerId, taskId, kind: kindOf(event) } });
    }
  },
});

interface TaskPush extends TriedPush {
  organizationId: string;
  workerId: string;
  taskId: string;
  kind: string;
}

/** Tells all browsers of a worker. */
export const pushToDriver = defineJob<TaskPush>({
  queue: PUSH_QUEUE,
  expireInSeconds: 60,
  retryLimit: 5,
  retryDelay: 30,
  concurrency: 4,
  turns: {},
  handle(services, data, signal) {
    const { taskId, kind } = data;
    return pushToWorker(services, data, { kind, taskId }, { topic: taskId, signal, queue: PUSH_QUEUE, data });
  },
});
