import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessOwnTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { readTopicMessages } from '../topic-messages/access.ts';
import { TopicMessages, topicWindow } from '../topic-messages/present.ts';
import { findUserOfWorker } from './access.ts';

export const listDriverMessages = dispatchOperation({
  method: 'GET',
  path: '/driver/tasks/:taskId/messages',
  summary: "List the messages about one of the worker's own tasks, oldest first",
  access: 'worker',
  ids: ['taskId'],
  query: topicWindow,
  answer: TopicMessages,
  errors: [1402],
  async read({ reader, caller, services, now }, { path, query }) {
    const { organizationId, workerId } = caller;
    const { state } = services;
    const row = await accessOwnTask(reader, workerId, path.taskId!);
    const view = { publicUrl: await organizationUrl(services, organizationId), now };
    const [task] = await presentTasks(reader, [row], view);
    const self = {
      workerId,
      userId: await findUserOfWorker(reader, state.of(organizationId), workerId),
    };
    return readTopicMessages(reader, state.of(organizationId), task!, query, self);
  },
});
