import { Type } from 'typebox';
import { networkOf } from '../../platform/credentials/network-of.ts';
import { countStream } from '../../platform/http/event-stream.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessTrackedAt } from './access.ts';
import { Tracking } from './present.ts';
import { trackingHub } from './tracking-hub.ts';
import { TRACKING_LANGUAGES } from './words.ts';

/** Of one address, in each process: many phones share one. */
const MAX_STREAMS = 200;

export const watchTracking = dispatchOperation({
  method: 'GET',
  path: '/tracking/:token/events',
  summary: "What a task's recipient may see, and each change of it, also as sentences (Server-Sent Events)",
  access: 'anyone',
  holds: true,
  pathParams: { token: Type.String() },
  query: { language: Type.Enum(TRACKING_LANGUAGES) },
  events: {
    view: Type.Intersect([
      Tracking,
      Type.Object({
        headline: Type.String({ description: 'The state in one sentence.' }),
        details: Type.Array(Type.String()),
        sketch: Nullable(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
        stage: Type.String({ description: 'Another one means that the page offers something else.' }),
      }),
    ]),
    over: Type.Object({}),
  },
  errors: [1402],
  async stream({ services, reader, address, host }, { path, query }, open) {
    const { row, by } = await accessTrackedAt(reader, services, path.token, { address, host });
    const release = countStream(services, `tracking ${networkOf(address)}`, MAX_STREAMS);
    if (!release) throw new DispatchError(2300, `At most ${MAX_STREAMS} streams from one address.`);
    const stream = open();
    stream.onEnd(release);
    await trackingHub(services)
      .follow(row, stream, { language: query.language ?? 'en', by })
      .catch((error) => {
        services.database.availability.logFailure(error, 'a tracking page could not begin; it tries again');
        stream.end();
      });
  },
});
