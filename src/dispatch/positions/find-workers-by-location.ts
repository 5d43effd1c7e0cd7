import { Type } from 'typebox';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { addMember, closeObject } from '../../platform/http/json-object-text.ts';
import { missing } from '../http/errors.ts';
import { dispatchOperation, JsonText } from '../http/operation.ts';
import { unseenAmong } from '../sight/access.ts';
import { Worker } from '../workers/present.ts';
import { type Changes, type DeviceState, workerJsonCache, workerText } from '../workers/worker-json-cache.ts';
import { type Found, onDutyWithin } from './access.ts';

/** A worker is responding while the device has reported within this time. */
const RESPONDING_MS = 5 * 60_000;

const NearWorker = Type.Intersect([
  Worker,
  Type.Object({
    isResponding: Type.Boolean({ description: 'True if the device reported lately.' }),
  }),
]);

/** Reports of all found workers: numbers of eight bytes each, NaN for unknown values. */
interface Reports {
  seen: Buffer;
  batteries: Buffer;
}

export const findWorkersByLocation = dispatchOperation({
  method: 'GET',
  path: '/workers/location',
  summary: 'List the workers on duty in an area, nearest first',
  access: 'apiKey',
  query: {
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Required. Centre of the area, in degrees.' }),
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Required. Centre of the area, in degrees.' }),
    radius: Type.Number({
      minimum: 0,
      maximum: 10_000,
      default: 1000,
      description: 'Metres from the centre; 1000 if absent, at most 10,000.',
    }),
  },
  answer: Type.Object({ workers: Type.Array(NearWorker, { description: 'Workers in the area, nearest first.' }) }),
  async read({ reader, services, caller, now }, { query }) {
    const { longitude, latitude, radius = 1000 } = query;
    if (longitude === undefined) throw missing('longitude is required.');
    if (latitude === undefined) throw missing('latitude is required.');
    const search = (changes: Sql<Changes>) =>
      onDutyWithin(
        reader,
        [longitude, latitude],
        radius,
        sql<Changes & Reports>`${changes},
          string_agg(float8send(coalesce(date_part('epoch', p.last_seen_at), 'NaN')), '') as seen,
          string_agg(float8send(coalesce(p.battery_level, 'NaN')), '') as batteries`,
      );
    const results = await workerJsonCache(services).read(reader, search);
    const ids = results.map(({ found }) => found.workerId);
    const unseen = await unseenAmong(reader, caller, ids);
    const texts = results.flatMap(({ found, cached }) => {
      if (cached === undefined || unseen.has(found.workerId)) return [];
      const reported = reportOf(found);
      const isResponding = now.getTime() - (reported.timeLastSeen ?? 0) <= RESPONDING_MS;
      return closeObject(addMember(workerText(cached, reported), 'isResponding', isResponding));
    });
    return new JsonText(`"workers":[${texts.join(',')}]`);
  },
});

function reportOf({ location, found: { seen, batteries }, n }: Found<Reports>): DeviceState {
  const seconds = seen.readDoubleBE(n * 8);
  const batteryLevel = batteries.readDoubleBE(n * 8);
  return {
    location,
    // PostgreSQL's microseconds are cut off to milliseconds, as everywhere.
    timeLastSeen: Number.isNaN(seconds) ? null : Math.floor(Math.round(seconds * 1e6) / 1000),
    batteryLevel: Number.isNaN(batteryLevel) ? null : batteryLevel,
  };
}
