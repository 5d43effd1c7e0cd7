import { Type } from 'typebox';
import { viewerOf } from '../../dispatch/http/caller.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { listQuestions } from './queries.ts';

const MAX_QUESTIONS = 500;

export const listQuestionsOperation = dispatchOperation({
  method: 'GET',
  path: '/questions',
  summary: `Drivers' messages that nobody has answered or read, the newest of each task; the ${MAX_QUESTIONS} oldest`,
  access: 'apiKey',
  answer: Type.Array(
    Type.Object({
      taskId: Type.String(),
      worker: Nullable(Type.String({ description: 'Worker of the task' })),
      messageId: Type.Integer(),
      time: Type.Integer(),
      text: Type.String(),
      sender: Type.String({ description: 'Name of whoever wrote it' }),
    }),
  ),
  async read({ reader, caller }) {
    const rows = await listQuestions(reader, viewerOf(caller), MAX_QUESTIONS);
    return rows.map(({ taskId, workerId, messageId, at, text, senderName }) => ({
      taskId,
      worker: workerId,
      messageId,
      time: at.getTime(),
      text,
      sender: senderName,
    }));
  },
});
