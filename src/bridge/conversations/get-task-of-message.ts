import { Type } from 'typebox';
import { viewerOf } from '../../dispatch/http/caller.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { unseenAmong } from '../../dispatch/sight/access.ts';
import { conversationsOf, loadTaskOfMessage } from './access.ts';

export const getTaskOfMessage = dispatchOperation({
  method: 'GET',
  path: '/conversations/task',
  summary: 'Get the task in whose topic a chat message is',
  access: 'apiKey',
  query: {
    messageId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'ID of a message in the chat. Without one there is no task.',
    }),
  },
  answer: Type.Object({
    taskId: Nullable(Type.String(), { description: 'The task; null if there is none that you may see.' }),
  }),
  async read({ reader, caller, services }, { query: { messageId } }) {
    const taskId = messageId === undefined ? undefined : await loadTaskOfMessage(reader, messageId);
    if (taskId === undefined) return { taskId: null };
    const place = (await conversationsOf(reader, services.state.of(reader.organizationId), [taskId])).get(
      taskId,
    )?.place;
    const unseen = await unseenAmong(reader, viewerOf(caller), [taskId]);
    return { taskId: place && !unseen.has(taskId) ? taskId : null };
  },
});
