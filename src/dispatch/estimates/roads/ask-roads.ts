import { defineJob } from '../../../platform/jobs/define-job.ts';
import { daysBefore, forgetDaily } from '../../../platform/jobs/keeping.ts';
import type { Services } from '../../../platform/services.ts';
import { deleteOldLegs, listMissingLegs, type MissingLegRow, saveLegs } from './queries.ts';
import { askRouter, modesOf } from './router.ts';

/** Ways asked for in a minute. */
const MAX_LEGS = 500;
/** Questions under way at a time. */
const CONCURRENT = 8;
const KEPT_DAYS = 7;

/**
 * Asks the configured router for the ways that somebody on duty has to go, outside of every request and transaction. What
 * is not known, or not yet, is estimated by the embedded model.
 */
export const askRoads = defineJob({
  queue: 'dispatch-ask-roads',
  expireInSeconds: 300,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  cron: '* * * * *',
  async handle(services, _data, signal) {
    const modes = modesOf(services);
    if (modes.length === 0) return;
    const { database, clock } = services;
    const since = daysBefore(clock.now(), KEPT_DAYS);
    const missing = await listMissingLegs(database.reader, modes, since, MAX_LEGS);
    for (let n = 0; n < missing.length; n += CONCURRENT) {
      const answers = await Promise.all(missing.slice(n, n + CONCURRENT).map((leg) => ask(services, leg, signal)));
      const known = answers.filter((leg) => leg !== undefined);
      if (known.length > 0) await database.transaction((tx) => saveLegs(tx, known));
      // It is down, or has too much to do: tried again in a minute.
      if (known.length < answers.length) return;
    }
  },
});

/** Undefined: it did not answer. */
async function ask(
  services: Services,
  leg: MissingLegRow,
  signal: AbortSignal,
): Promise<(MissingLegRow & { seconds: number | null }) | undefined> {
  try {
    const { mode, fromLon, fromLat, toLon, toLat } = leg;
    return { ...leg, seconds: await askRouter(services, mode, [fromLon, fromLat], [toLon, toLat], signal) };
  } catch (error) {
    services.log.warn({ err: error }, 'the router did not respond; travel times are estimated from straight lines');
    return undefined;
  }
}

/** Roads change. */
export const forgetRoads = forgetDaily({
  queue: 'dispatch-forget-roads',
  at: '04:03',
  table: 'dispatch.road_legs',
  days: KEPT_DAYS,
  delete: deleteOldLegs,
});
