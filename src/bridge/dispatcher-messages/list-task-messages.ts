import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessTaskToRead } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { NOTHING_SAID, readTopicMessages } from '../topic-messages/access.ts';
import { TopicMessages, topicWindow } from '../topic-messages/present.ts';
import { findUserOfAdministrator } from './access.ts';

export const listTaskMessages = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/conversation/messages',
  summary: "List the messages in a task's topic, oldest first, also for administrators without a chat account",
  access: 'apiKey',
  ids: ['taskId'],
  query: topicWindow,
  answer: TopicMessages,
  errors: [1402],
  async read({ reader, caller, services, now }, { path, query }) {
    const { organizationId, administratorId } = caller;
    const { state } = services;
    const row = await accessTaskToRead(reader, path.taskId!);
    // Conversations about a task stay with its executor, and no word crosses.
    if (row.organizationId !== organizationId) return NOTHING_SAID;
    const view = { publicUrl: await organizationUrl(services, organizationId), now };
    const [task] = await presentTasks(reader, [row], view);
    const userId = await findUserOfAdministrator(reader, state.of(organizationId), administratorId);
    return readTopicMessages(reader, state.of(organizationId), task!, query, {
      administratorId,
      userId,
    });
  },
});
