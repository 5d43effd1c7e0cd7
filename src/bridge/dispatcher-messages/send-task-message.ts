import { Type } from 'typebox';
import { accessAdministrator } from '../../dispatch/administrators/access.ts';
import { DispatchError } from '../../dispatch/http/errors.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable, ObjectId } from '../../dispatch/http/validate.ts';
import { accessTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { doOpenConversation } from '../conversations/actions.ts';
import { doEnsureAuthor } from '../stand-ins/actions.ts';
import { loadTopicMessage } from '../topic-messages/access.ts';
import { doSendTopicMessage } from '../topic-messages/actions.ts';
import { MessageText, presentTaskMessage, TaskMessage } from '../topic-messages/present.ts';
import { findUserOfAdministrator } from './access.ts';

/** Name of the program that these messages come from. */
const CLIENT = 'Dispatch';

export const sendTaskMessage = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/conversation/messages',
  summary: "Send a message to a task's topic in the administrator's name. The first message creates the topic",
  access: 'apiKey',
  ids: ['taskId'],
  body: Type.Object({
    text: described(MessageText, 'Message in Markdown, at most 2000 characters.'),
    worker: Type.Optional(
      Nullable(ObjectId, {
        description:
          'Worker whom the task must have; null: none. Otherwise the answer is 412 (error 2401). If absent, it may be any.',
      }),
    ),
  }),
  answer: Type.Object({
    taskId: Type.String({ description: 'Task that the message is about.' }),
    message: described(TaskMessage, 'The message that was sent.'),
  }),
  errors: [1300, 1402, 2401],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId, administratorId } = caller;
    if (administratorId === undefined)
      throw new DispatchError(1300, "The organization's key cannot send messages. Use an administrator's key.");
    // Nobody gives the task to another team, or deletes it, between the look at it and the message.
    await tx.position();
    const row = await accessTask(tx, path.taskId!);
    if (body.worker !== undefined && row.workerId !== body.worker)
      throw new DispatchError(2401, 'The worker of this task has changed. Read it again, then retry.');
    const view = { publicUrl: await organizationUrl(services, organizationId), now: tx.now };
    const [task] = await presentTasks(tx, [row], view);
    const place = await doOpenConversation(tx, services, task!);
    const { name } = await accessAdministrator(tx, administratorId);
    const userId = await findUserOfAdministrator(tx, uncachedFacts(tx), administratorId);
    const writer = { kind: 'administrator' as const, id: administratorId, name, userId };
    const author = await doEnsureAuthor(tx, services, writer, place.channelId);
    const id = await doSendTopicMessage(tx, services, author, place, {
      content: body.text,
      client: CLIENT,
      local: null,
    });
    const message = (await loadTopicMessage(tx, place, id))!;
    return { taskId: row.id, message: presentTaskMessage(message, { administratorId, userId }) };
  },
});
