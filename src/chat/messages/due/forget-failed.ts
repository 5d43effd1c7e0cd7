import { type DeclaredJob, defineJob } from '../../../platform/jobs/define-job.ts';
import { eachByItself } from '../../../platform/jobs/each-by-itself.ts';
import { inBatches } from '../../../platform/jobs/in-batches.ts';
import { daysBefore } from '../../../platform/jobs/keeping.ts';
import { doForgetFailed } from './actions.ts';
import type { DueItem, DueList } from './due-list.ts';
import { organizationsWithFailed } from './queries.ts';

/** Days for which a person sees unsent messages, from their due time. */
const KEPT_DAYS = 90;
/** Each has an event, and nobody else writes the organization's log meanwhile. */
const AT_ONCE = 200;

/**
 * Declares a job that removes what could not be sent long ago; its owner was notified then.
 * @param cron five fields, UTC
 */
export function forgetFailed<Item extends DueItem>(
  list: DueList<Item>,
  { queue, cron }: { queue: string; cron: string },
): DeclaredJob {
  return defineJob({
    queue,
    expireInSeconds: 3600,
    retryLimit: 0,
    retryDelay: 60,
    concurrency: 1,
    cron,
    async handle(services, _data, signal) {
      const { database, clock } = services;
      const before = daysBefore(clock.now(), KEPT_DAYS);
      await eachByItself(await organizationsWithFailed(database.reader, list, before), (organizationId) =>
        inBatches(services, signal, (tx) => doForgetFailed(tx.of(organizationId), list, before, AT_ONCE), {
          organizationId,
          takesLog: true,
        }),
      );
    },
  });
}
