import { Trigger } from '../../../rules/webhook-triggers.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { accessRoutePlan } from './access.ts';
import { emitRoutePlan } from './events.ts';
import { markDelayed } from './queries.ts';

/** Plans of one transaction. */
const BATCH = 100;

/** Each minute: emits, once, the plans whose end has passed before their tasks are done. */
export const emitDelays = defineJob({
  queue: 'route-plan-delays',
  expireInSeconds: 120,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  cron: '* * * * *',
  async handle({ database }, _data, signal) {
    let count = BATCH;
    while (count === BATCH && !signal.aborted) {
      count = await database.transaction(async (tx) => {
        const late = await markDelayed(tx, BATCH);
        for (const { organizationId, id } of late)
          emitRoutePlan(
            tx.of(organizationId),
            Trigger.routePlanDelayed,
            await accessRoutePlan(tx.of(organizationId), id),
          );
        return late.length;
      });
    }
  },
});
