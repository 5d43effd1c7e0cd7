import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { paceAt } from './access.ts';
import { findBusyOrganizations, updateDelays } from './queries.ts';

const options = { expireInSeconds: 300, retryLimit: 0, retryDelay: 0, concurrency: 1 };

/** Spec: dispatch 2, delayTime: refreshed every minute for workers on duty … */
export const refreshDelaysOnDuty = defineJob({
  ...options,
  queue: 'dispatch-delays-on-duty',
  cron: '* * * * *',
  handle: (services, _data, signal) => refreshDelays(services, true, signal),
});

/** … and every 10 minutes for those off duty. */
export const refreshDelaysOffDuty = defineJob({
  ...options,
  queue: 'dispatch-delays-off-duty',
  cron: '*/10 * * * *',
  handle: (services, _data, signal) => refreshDelays(services, false, signal),
});

async function refreshDelays({ database, clock }: Services, onDuty: boolean, signal: AbortSignal): Promise<void> {
  for (const organizationId of await findBusyOrganizations(database.reader)) {
    if (signal.aborted) return;
    const { speeds } = await paceAt(database.reader.of(organizationId), clock.now());
    await database.transaction((tx) => updateDelays(tx, onDuty, speeds), { organizationId });
  }
}
