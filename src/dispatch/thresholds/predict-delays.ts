import { Trigger } from '../../../rules/webhook-triggers.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { stopTimesOf } from '../estimates/access.ts';
import { accessTasks } from '../tasks/access.ts';
import { emitTasks } from '../tasks/events.ts';
import { listLateWorkers, listOrganizationsWith, savePredictions } from './queries.ts';

/** Late workers of an organization that a look takes, the latest first. */
const MAX_WORKERS = 1000;
/** Tasks that one transaction tells of. */
const AT_ONCE = 100;

/**
 * Tells, once for each task, that it will be late by what its worker has to do before: trigger 30, of tasks that are
 * assigned (clients.md D.2). Active ones have trigger 12.
 */
export const predictDelays = defineJob({
  queue: 'dispatch-predict-delays',
  expireInSeconds: 300,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  cron: '* * * * *',
  async handle(services, _data, signal) {
    for (const organizationId of await listOrganizationsWith(services.database.reader, Trigger.predictedTaskDelay)) {
      if (signal.aborted) return;
      await predict(services, organizationId, signal);
    }
  },
});

async function predict(services: Services, organizationId: string, signal: AbortSignal) {
  const { database, clock } = services;
  const workers = await listLateWorkers(database.reader.of(organizationId), MAX_WORKERS);
  const times = await stopTimesOf(database.reader.of(organizationId), workers, clock.now());
  const late = [...times.values()].flatMap((time) => (time.late === null ? [] : [{ ...time, late: time.late }]));
  const publicUrl = await organizationUrl(services, organizationId);
  for (let n = 0; n < late.length && !signal.aborted; n += AT_ONCE) {
    const some = new Map(late.slice(n, n + AT_ONCE).map((time) => [time.taskId, time]));
    await database.transaction(
      async (tx) => {
        const fresh = await savePredictions(tx, [...some.values()]);
        const tasks = await accessTasks(tx, fresh);
        for (const [workerId, own] of Map.groupBy(tasks, (task) => task.workerId!)) {
          const caller = { kind: 'worker' as const, organizationId, credentialId: '', workerId };
          await emitTasks(
            tx,
            { caller, publicUrl },
            own.map((task) => ({
              trigger: Trigger.predictedTaskDelay,
              task,
              further: { data: { delayTime: some.get(task.id)!.late } },
            })),
          );
        }
      },
      { organizationId },
    );
  }
}
