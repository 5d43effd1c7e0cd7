import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation, JsonText } from '../http/operation.ts';
import { Id, json, text, withDefault } from '../http/params.ts';
import { QueueEvent } from '../queue-events/queue-event.ts';
import { accessQueue, recordPoll } from './access.ts';
import { eventHub } from './hub.ts';

export const getEvents = chatOperation({
  method: 'GET',
  path: '/events',
  summary: 'Get the next events of a queue, waiting for some if there are none',
  access: anyUser,
  optimistic: true,
  holds: true,
  params: {
    queue_id: text(Type.String({ description: 'ID of the queue, from `POST /register`.' })),
    last_event_id: json(described(Id, 'ID of the last event that the caller has processed. -1: none yet.')),
    dont_block: withDefault(
      json(Type.Boolean({ description: 'Whether to answer at once, without events if there are none.' })),
      false,
    ),
  },
  answer: {
    events: Type.Array(QueueEvent, { description: 'Events in the order in which they happened.' }),
    queue_id: Type.String({ description: 'ID of the queue that the events come from.' }),
  },
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
