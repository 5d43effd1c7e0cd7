import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
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
  summary: 'Get where a worker was in at most 24 hours, as a simplified line',
  access: 'apiKey',
  ids: ['workerId'],
  query: {
    from: described(Millis, 'Start of the period, in milliseconds since 1970; 24 hours ago if both ends are absent.'),
    to: described(Millis, 'End of the period, in milliseconds since 1970; now if both ends are absent.'),
    tolerance: Type.Number({
      minimum: 0,
      maximum: 10_000,
      description: 'Metres by which the line may be off; 10 if absent.',
    }),
  },
  answer: Type.Object({
    from: Type.Integer({ description: 'Start of the period, in milliseconds since 1970.' }),
    to: Type.Integer({ description: 'End of the period, in milliseconds since 1970.' }),
    tolerance: Type.Number({
      description: 'Metres by which the line may be off: more than you asked for if there were too many points.',
    }),
    points: Type.Array(
      Type.Object({
        time: Type.Integer({ description: 'When the worker was there, in milliseconds since 1970.' }),
        location: Location,
      }),
      { description: 'Points of the line, oldest first.' },
    ),
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
