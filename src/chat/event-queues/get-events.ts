import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation, JsonText } from '../http/operation.ts';
import { Id, json, text, withDefault } from '../http/params.ts';
import { accessQueue, recordPoll } from './access.ts';
import { eventHub } from './hub.ts';

/** Every event has these; its other fields follow from its type (clients.md B.5). */
export const QueueEvent = Type.Object({ id: Type.Integer({ minimum: 0 }), type: Type.String() });

export const getEvents = chatOperation({
  method: 'GET',
  path: '/events',
  summary: 'Get the next events of a queue, waiting for some if there are none',
  access: anyUser,
  optimistic: true,
  holds: true,
  params: {
    queue_id: text(Type.String()),
    last_event_id: json(Id),
    dont_block: withDefault(json(Type.Boolean()), false),
  },
  answer: { events: Type.Array(QueueEvent), queue_id: Type.String() },
  errors: ['BAD_EVENT_QUEUE_ID'],
  async serve({ services, caller, whenGone }, { queue_id, last_event_id, dont_block }) {
    const queue = await accessQueue(services, caller, queue_id);
    await recordPoll(services, queue);
    const poll = { lastEventId: Math.max(last_event_id, -1), dontBlock: dont_block, gone: whenGone() };
    const events = await eventHub(services).poll(queue, poll);
    const texts = events.flatMap((each) => each.texts).join(',');
    return new JsonText(`"events":[${texts}],"queue_id":${JSON.stringify(queue.id)}`);
  },
});
