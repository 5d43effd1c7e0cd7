import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { type DeclaredJob, defineJob } from '../../../platform/jobs/define-job.ts';
import { eachByItself } from '../../../platform/jobs/each-by-itself.ts';
import { inBatches } from '../../../platform/jobs/in-batches.ts';
import { daysBefore } from '../../../platform/jobs/keeping.ts';

/** How long a person sees what could not be sent, from the time that it was for. */
const KEPT_DAYS = 90;
/** Each has an event, and nobody else writes the organization's log meanwhile. */
const AT_ONCE = 200;

/** What could not be sent, of one kind. */
interface Failed {
  queue: string;
  /** Five cron fields, UTC. */
  cron: string;
  /** Organizations that have some from before a time. */
  organizations(reader: Reader, before: Date): Promise<string[]>;
  /** Takes some away that are from before a time. @returns how many */
  doForgetSome(tx: Tx, organizationId: string, before: Date, limit: number): Promise<number>;
}

/** Declares a job that takes away what could not be sent long ago; the person has been told why. */
export function forgetFailed({ queue, cron, organizations, doForgetSome }: Failed): DeclaredJob {
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
      await eachByItself(await organizations(database.reader, before), (organizationId) =>
        inBatches(services, signal, (tx) => doForgetSome(tx, organizationId, before, AT_ONCE), {
          organizationId,
          takesLog: true,
        }),
      );
    },
  });
}
