import { Type } from 'typebox';
import { readTimeRange } from '../analytics/analytics.ts';
import { Location } from '../geography/location.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Millis } from '../http/validate.ts';
import { simplifiedTrackOf } from '../positions/access.ts';
import { accessWorker } from './access.ts';

/** Metres: what a map shows of a town. */
const TOLERANCE = 10;
const DAY_MS = 24 * 3_600_000;

export const getTrack = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId/track',
  summary: "A worker's way in at most 24 hours (the last ones, unless said), simplified",
  access: 'apiKey',
  ids: ['workerId'],
  query: {
    from: Millis,
    to: Millis,
    tolerance: Type.Number({
      minimum: 0,
      maximum: 10_000,
      description: 'Metres by which it may be off; 10 unless said.',
    }),
  },
  answer: Type.Object({
    from: Type.Integer(),
    to: Type.Integer(),
    tolerance: Type.Number({ description: 'Metres: more than asked for where there were too many points.' }),
    points: Type.Array(Type.Object({ time: Type.Integer(), location: Location })),
  }),
  errors: [1402],
  async read({ reader, now }, { path, query }) {
    const worker = await accessWorker(reader, path.workerId!);
    const isAny = query.from !== undefined || query.to !== undefined;
    const { from, to } = readTimeRange(isAny ? query : { from: now.getTime() - DAY_MS, to: now.getTime() }, now);
    const { points, tolerance } = await simplifiedTrackOf(reader, worker.id, {
      from,
      to,
      tolerance: query.tolerance ?? TOLERANCE,
    });
    return {
      from: Math.round(from.getTime()),
      to: Math.round(to.getTime()),
      tolerance,
      points: points.map(({ at, location }) => ({ time: at.getTime(), location })),
    };
  },
});
