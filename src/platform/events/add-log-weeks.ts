import type { Database } from '../db/database.ts';
import { defineJob } from '../jobs/define-job.ts';
import { addWeek, dropPromise, loadLogWeeks, mondayOf, promiseNone } from './log-weeks.ts';

/** Weeks that have a table before they begin. Each costs every look-up of an event a look into its index. */
const WEEKS_AHEAD = 2;
/**
 * Nobody's clock is wrong by so much, so no event is refused while its week is added; and of two versions that serve side by
 * side, the earlier one is gone before the log has more than one part that is written.
 */
const LEAD_MS = 3 * 86_400_000;
const CHECK_VIOLATION = '23514';

/**
 * Some times a day: gives the weeks ahead their tables in the event log. Events of a time without one go to the rest, whose
 * rows are deleted one by one (`trimLog`), so no insert ever fails for the lack of a table.
 */
export const addLogWeeks = defineJob({
  queue: 'add-event-log-weeks',
  expireInSeconds: 3600,
  retryLimit: 3,
  retryDelay: 60,
  concurrency: 1,
  cron: '11 3,9,15,21 * * *',
  async handle({ database, clock }) {
    const now = clock.now();
    // A process that was killed has left it.
    await database.transaction(dropPromise);
    const there = new Set((await loadLogWeeks(database.reader)).map((monday) => monday.getTime()));
    for (let week = 1; week <= WEEKS_AHEAD; week++) {
      const monday = mondayOf(now, week);
      if (!there.has(monday.getTime()) && monday.getTime() >= now.getTime() + LEAD_MS)
        await addBesideRest(database, monday);
    }
  },
});

/** Adds the table of a week, unless the rest has an event of it: then all of them go there. */
export async function addBesideRest(database: Database, monday: Date): Promise<void> {
  await database.transaction((tx) => promiseNone(tx, monday));
  try {
    await database.transaction((tx) => addWeek(tx, monday));
  } catch (error) {
    await database.transaction(dropPromise);
    if ((error as { code?: string }).code !== CHECK_VIOLATION) throw error;
  }
}
