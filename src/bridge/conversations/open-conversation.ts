import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { isReadableFor } from './access.ts';
import { doOpenConversation } from './actions.ts';
import { presentConversation, TaskConversation } from './present.ts';

export const openConversation = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/conversation',
  summary: "Create a task's topic in the chat, unless it has one",
  access: 'apiKey',
  ids: ['taskId'],
  answer: TaskConversation,
  errors: [1402],
  async write({ tx, caller: { organizationId, administratorId }, services }, { path }) {
    // Nobody gives the task to another team, or deletes it, between the look at it and its topic.
    await tx.position();
    const row = await accessTask(tx, path.taskId!);
    const publicUrl = await organizationUrl(services, organizationId);
    const [task] = await presentTasks(tx, [row], { publicUrl, now: tx.now });
    const place = await doOpenConversation(tx, services, task!);
    const isReadable = await isReadableFor(tx, uncachedFacts(tx), administratorId, place.channelId);
    return presentConversation(row.id, true, { ...place, isReadable }, publicUrl);
  },
});
