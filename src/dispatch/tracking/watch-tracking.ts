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
  summary: 'Stream a task as its recipient may see it (Server-Sent Events), with each change, also as sentences',
  access: 'anyone',
  holds: true,
  pathParams: { token: Type.String({ description: "Last part of the task's `trackingURL`." }) },
  query: { language: Type.Enum(TRACKING_LANGUAGES, { description: 'Language of the sentences.' }) },
  events: {
    view: Type.Intersect(
      [
        Tracking,
        Type.Object({
          headline: Type.String({ description: 'The state in one sentence.' }),
          details: Type.Array(Type.String(), { description: 'Further sentences.' }),
          sketch: Nullable(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
            description: 'Where to draw the worker around the destination: [x, y]; null: not shown.',
          }),
          step: Nullable(
            Type.Integer({ description: '0 ordered, 1 on the way, 2 near, 3 arrived, 4 delivered; null: it failed.' }),
          ),
          stage: Type.String({ description: 'Changes when the page offers other actions.' }),
        }),
      ],
      { description: 'The task, at the start and after each change.' },
    ),
    over: Type.Object({}, { description: 'The last event: the task is deleted, or was completed long ago.' }),
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
