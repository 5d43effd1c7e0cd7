import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessTaskToRead } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findConversation, isReadableFor } from './access.ts';
import { presentConversation, TaskConversation } from './present.ts';

export const getConversation = dispatchOperation({
  method: 'GET',
  path: '/tasks/:taskId/conversation',
  summary: "Get the place of a task's topic in the chat",
  access: 'apiKey',
  ids: ['taskId'],
  answer: TaskConversation,
  errors: [1402],
  async read({ reader, caller: { organizationId, administratorId }, services, now }, { path }) {
    const row = await accessTaskToRead(reader, path.taskId!);
    const publicUrl = await organizationUrl(services, organizationId);
    // Conversations about a task stay with its executor, and no word crosses.
    if (row.organizationId !== organizationId) return presentConversation(row.id, false, null, publicUrl);
    const [task] = await presentTasks(reader, [row], { publicUrl, now });
    const facts = services.state.of(organizationId);
    const { conversation, isAvailable } = await findConversation(reader, facts, task!);
    const place = conversation?.place ?? null;
    const read = place && {
      ...place,
      isReadable: await isReadableFor(reader, facts, administratorId, place.channelId),
    };
    return presentConversation(row.id, isAvailable, read, publicUrl);
  },
});
