import { defineJob } from '../jobs/define-job.ts';
import { eachByItself } from '../jobs/each-by-itself.ts';
import { deleteClosing } from './actions.ts';
import { loadClosing } from './queries.ts';

/** A command that deletes an organization is given so long before its work is taken up. */
const HOUR_MS = 3_600_000;

/** Once an hour: what a command has begun to delete that was killed in it. */
export const finishDeletions = defineJob({
  queue: 'finish-deletions',
  expireInSeconds: 6 * 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '37 * * * *',
  async handle(services, _data, signal) {
    const before = new Date(services.clock.now().getTime() - HOUR_MS);
    const closing = await loadClosing(services.database.reader, before);
    await eachByItself(closing, (organizationId) => deleteClosing(services, organizationId, { signal }));
  },
});
