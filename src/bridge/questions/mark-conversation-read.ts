import { Type } from 'typebox';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { accessTask } from '../../dispatch/tasks/access.ts';
import { doMarkRead } from './actions.ts';

export const markConversationRead = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/conversation/read',
  summary: "Mark a task's topic as read up to a message, for all dispatchers. The driver's question is no longer open",
  access: 'apiKey',
  ids: ['taskId'],
  body: Type.Object({
    messageId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'ID of the newest message that was read.',
    }),
  }),
  answer: Type.Object({ taskId: Type.String({ description: 'Task that the topic is about.' }) }),
  errors: [1300, 1402],
  async write({ tx }, { path, body }) {
    await tx.position();
    const { id } = await accessTask(tx, path.taskId!);
    await doMarkRead(tx, id, body.messageId);
    return { taskId: id };
  },
});
