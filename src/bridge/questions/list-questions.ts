import { Type } from 'typebox';
import { viewerOf } from '../../dispatch/http/caller.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { listQuestions } from './queries.ts';

const MAX_QUESTIONS = 500;

export const listQuestionsOperation = dispatchOperation({
  method: 'GET',
  path: '/questions',
  summary: `List the ${MAX_QUESTIONS} oldest messages of drivers that nobody has answered or read, one for each task`,
  access: 'apiKey',
  answer: Type.Array(
    Type.Object({
      taskId: Type.String({ description: 'Task that the message is about.' }),
      worker: Nullable(Type.String({ description: 'Worker of the task; null: nobody.' })),
      messageId: Type.Integer({ description: "ID of the driver's message." }),
      time: Type.Integer({ description: 'When it was sent, in milliseconds since 1970.' }),
      text: Type.String({ description: 'What the driver wrote.' }),
      sender: Type.String({ description: 'Name of the author.' }),
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
