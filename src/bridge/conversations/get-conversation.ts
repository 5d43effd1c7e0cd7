import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessTaskToRead } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findConversation } from './access.ts';
import { presentConversation, TaskConversation } from './present.ts';

export const getConversation = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/conversation',
  summary: "Get the place of a task's topic in the chat",
  access: 'apiKey',
  ids: ['taskId'],
  answer: TaskConversation,
  errors: [1402],
  async read({ reader, caller: { organizationId }, services, now }, { path }) {
    const row = await accessTaskToRead(reader, path.taskId!);
    const publicUrl = await organizationUrl(services, organizationId);
    // Conversations about a task stay with its executor, and no word crosses.
    if (row.organizationId !== organizationId) return presentConversation(row.id, false, null, publicUrl);
    const [task] = await presentTasks(reader, [row], { publicUrl, now });
    const { conversation, isAvailable } = await findConversation(reader, services.state.of(organizationId), task!);
    return presentConversation(row.id, isAvailable, conversation?.place ?? null, publicUrl);
  },
});
