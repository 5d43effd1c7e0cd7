import { loadErasures } from '../../platform/erasure/access.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { eachByItself } from '../../platform/jobs/each-by-itself.ts';
import { finishErasure } from './erase-person.ts';

/** A command that erases somebody is given so long before its work is taken up. */
const HOUR_MS = 3_600_000;

/** Once an hour: what a command has begun to erase that was killed in it. */
export const finishErasures = defineJob({
  queue: 'finish-erasures',
  expireInSeconds: 6 * 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '47 * * * *',
  async handle(services, _data, signal) {
    const before = new Date(services.clock.now().getTime() - HOUR_MS);
    const left = await loadErasures(services.database.reader, null, before);
    await eachByItself(left, (row) => finishErasure(services, row, signal));
  },
});
