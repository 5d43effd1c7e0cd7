import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { doClearEnded } from './actions.ts';
import { organizationsWithEnded } from './queries.ts';

/** Statuses of one transaction: it holds the organization's log. */
const BATCH = 100;
/** Organizations of one look; the next look finds the others. */
const MAX_ORGANIZATIONS = 1000;

/** Clears the statuses whose time is over. */
export async function clearEndedStatuses({ database, clock }: Services, signal?: AbortSignal): Promise<void> {
  for (;;) {
    let cleared = 0;
    for (const organizationId of await organizationsWithEnded(database.reader, clock.now(), MAX_ORGANIZATIONS)) {
      signal?.throwIfAborted();
      cleared += await database.transaction((tx) => doClearEnded(tx, BATCH), { organizationId, takesLog: true });
    }
    if (cleared === 0) return;
  }
}

export const endedStatuses = defineJob({
  queue: 'chat-ended-statuses',
  // Not a job for each status: somebody could set a million of them. A minute late is in time for lunch.
  cron: '* * * * *',
  expireInSeconds: 300,
  retryLimit: 2,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => clearEndedStatuses(services, signal),
});
