import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { badRequest, ChatError, missingParam } from '../http/errors.ts';
import { chatOperation, type StreamRequest } from '../http/operation.ts';
import { Id, json, optional, text, withDefault } from '../http/params.ts';
import { QueueEvent } from '../queue-events/queue-event.ts';
import { accessQueue, recordPoll } from './access.ts';
import { eventHub } from './hub.ts';
import type { EventQueue } from './queue.ts';
import { QueueStream, type Recheck } from './queue-stream.ts';

/** Events of the log that are read for a stream at a time: what a slow reader may hold. */
const MOST = 100;

const LastEventId = Type.Integer({
  ...Id,
  description: 'Required without the header `Last-Event-ID`, which takes precedence.',
});
const HeartbeatSeconds = Type.Enum([3, 25], { type: 'integer', description: 'Seconds between two comments.' });

/** Codes by which somebody is refused who may not read on. */
const NO_LONGER = ['UNAUTHORIZED', 'INVALID_API_KEY', 'USER_DEACTIVATED', 'BAD_REQUEST', 'UNAUTHORIZED_PRINCIPAL'];

export const streamEvents = chatOperation({
  method: 'GET',
  path: '/events/stream',
  summary: 'Stream the events of a queue (Server-Sent Events)',
  access: anyUser,
  holds: true,
  params: {
    queue_id: text(Type.String({ description: 'ID of the queue, from `POST /register`.' })),
    last_event_id: optional(json(LastEventId)),
    heartbeat_seconds: withDefault(json(HeartbeatSeconds), 25),
  },
  answer: {},
  events: {
    message: QueueEvent,
    end: Type.Object(
      {
        reason: Type.Enum(['session_ended', 'queue_ended', 'superseded', 'slow', 'unavailable', 'closing'], {
          description: 'Why the stream ends. After `slow`, `unavailable` and `closing`, connect again.',
        }),
      },
      { description: 'Last event of the stream: the server closes it.' },
    ),
  },
  errors: ['BAD_EVENT_QUEUE_ID'],
  async stream(request, { queue_id, last_event_id, heartbeat_seconds: heartbeatSeconds }, open) {
    const { services, caller } = request;
    const lastEventId = Math.max(readLastEventId(request.lastEventId) ?? last_event_id ?? missing(), -1);
    const queue = await accessQueue(services, caller, queue_id);
    await recordPoll(services, queue);
    const hub = eventHub(services);
    const { streams } = hub;
    // A wrong ID is detected before the answer begins.
    const dontBlock = { lastEventId, dontBlock: true, gone: request.whenGone(), most: MOST };
    const first = await hub.poll(queue, dontBlock);
    streams.end(queue.id, 'superseded');
    const release = streams.admit(caller);
    const stream = new QueueStream({
      queue,
      stream: open({ heartbeatSeconds }),
      lastEventId,
      next: (after, gone) => hub.poll(queue, { lastEventId: after, dontBlock: false, gone, most: MOST }),
      recheck: () => recheck(request, queue),
      onOver: (over) => {
        release();
        streams.delete(over);
      },
      availability: services.database.availability,
    });
    if (!stream.isOver) streams.add(stream);
    void stream.run(first);
    // Whatever changed for the caller while the stream was being opened.
    await stream.recheck();
  },
});

/** @throws {ChatError} `BAD_REQUEST` for a header that is no ID */
function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const id = /^-?\d{1,16}$/.test(header) ? Number(header) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw badRequest('The header Last-Event-ID is not an integer');
  return id;
}

function missing(): never {
  throw missingParam('last_event_id');
}

/** Asks whether the reader of a stream may go on. */
async function recheck({ services, reauthorize }: StreamRequest, queue: EventQueue): Promise<Recheck> {
  try {
    const { caller } = await reauthorize();
    await accessQueue(services, caller, queue.id);
    return { endsAt: caller.sessionEndsAt };
  } catch (error) {
    if (!(error instanceof ChatError)) return 'unavailable';
    if (error.code === 'BAD_EVENT_QUEUE_ID') return 'queue_ended';
    return NO_LONGER.includes(error.code) ? 'session_ended' : 'unavailable';
  }
}
