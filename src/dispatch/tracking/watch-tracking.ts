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

/** Per address in each process: many phones share one address. */
const MAX_STREAMS = 200;

export const watchTracking = dispatchOperation({
  method: 'GET',
  path: '/tracking/:token/events',
  summary: 'A task as its recipient may see it and each change, also as sentences (Server-Sent Events)',
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
        step: Nullable(
          Type.Integer({ description: '0 ordered, 1 on the way, 2 near, 3 arrived, 4 delivered; null: it failed.' }),
        ),
        stage: Type.String({ description: 'Another one means that the page offers something else.' }),
      }),
    ]),
    over: Type.Object({}),
  },
  errors: [1402],
  async stream({ services, reader, address, host }, { path, query }, open) {
    const { row, by } = await accessTrackedAt(reader, services, path.token, { address, host });
    const release = countStream(services, `tracking ${networkOf(address)}`, MAX_STREAMS);
    if (!release) throw new DispatchError(2300, `An address can have at most ${MAX_STREAMS} open streams.`);
    const stream = open();
    stream.onEnd(release);
    await trackingHub(services)
      .follow(row, stream, { language: query.language ?? 'en', by })
      .catch((error) => {
        services.database.availability.logFailure(
          error,
          'a stream of a tracking page could not start; the page will retry',
        );
        stream.end();
      });
  },
});
