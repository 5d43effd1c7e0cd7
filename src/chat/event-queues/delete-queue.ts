import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { accessQueue } from './access.ts';
import { doDeleteQueue } from './actions.ts';
import { eventHub } from './hub.ts';

export const deleteQueueOperation = chatOperation({
  method: 'DELETE',
  path: '/events',
  summary: 'Delete an event queue',
  access: anyUser,
  params: { queue_id: text(Type.String({ description: 'ID of the queue to delete.' })) },
  answer: {},
  errors: ['BAD_EVENT_QUEUE_ID'],
  async serve({ services, caller }, { queue_id }) {
    const queue = await accessQueue(services, caller, queue_id);
    await services.database.transaction((tx) => doDeleteQueue(tx, queue), { organizationId: queue.organizationId });
    eventHub(services).forget(queue);
    return {};
  },
});
