import { defineJob } from '../../platform/jobs/define-job.ts';
import { eachByItself } from '../../platform/jobs/each-by-itself.ts';
import { daysBefore } from '../../platform/jobs/keeping.ts';
import { doForgetExports } from './actions.ts';
import { loadOrganizationsWithOld } from './queries.ts';

/** Once a day: exports that were asked for more than EXPORT_DAYS ago, with their files. */
export const forgetExports = defineJob({
  queue: 'chat-forget-exports',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '33 3 * * *',
  async handle(services, _data, signal) {
    const { database, clock, config } = services;
    const before = daysBefore(clock.now(), config.exportDays);
    await eachByItself(await loadOrganizationsWithOld(database.reader, before), async (organizationId) => {
      signal.throwIfAborted();
      const options = { organizationId, takesLog: true };
      await database.transaction((tx) => doForgetExports(tx, services, before), options);
    });
  },
});
