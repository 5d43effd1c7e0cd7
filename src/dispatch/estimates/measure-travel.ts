import { defineJob } from '../../platform/jobs/define-job.ts';
import { travelModelOf } from './access.ts';
import { measureCorrections } from './corrections.ts';
import { listOrganizationsWithTrips, listTrips, saveTravelCorrections } from './queries.ts';

const DAYS = 28;
/** The newest trips of an organization that are looked at. */
const MAX_TRIPS = 5000;

/** Learns each hour from the trips of the last four weeks. */
export const measureTravel = defineJob({
  queue: 'dispatch-measure-travel',
  expireInSeconds: 600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '23 * * * *',
  async handle({ database, clock }, _data, signal) {
    const since = new Date(clock.now().getTime() - DAYS * 24 * 3_600_000);
    for (const organizationId of await listOrganizationsWithTrips(database.reader, since)) {
      if (signal.aborted) return;
      const { timezone } = await travelModelOf(database.reader.of(organizationId));
      const trips = await listTrips(database.reader.of(organizationId), since, MAX_TRIPS);
      const measured = measureCorrections(trips, timezone);
      await database.transaction((tx) => saveTravelCorrections(tx, measured), { organizationId });
    }
  },
});
