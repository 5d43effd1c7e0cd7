import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessTask } from '../tasks/access.ts';
import { doNoteMessage } from '../tasks/history/actions.ts';
import { presentTasks } from '../tasks/present-tasks.ts';
import { doMessageRecipient } from './actions.ts';

/** Three SMS of 160 characters. */
const MAX_TEXT = 480;

export const messageRecipient = dispatchOperation({
  method: 'POST',
  path: '/tasks/:taskId/recipient/messages',
  summary:
    "Send an SMS to a task's recipient, with the organization's name before the text. In quiet hours it waits. The task's history names the sender",
  access: 'apiKey',
  ids: ['taskId'],
  body: Type.Object({
    text: Type.String({
      maxLength: MAX_TEXT,
      pattern: '\\S',
      description: "Text of the SMS, without the organization's name.",
    }),
    phone: Type.Optional(
      Nullable(Type.String({ maxLength: 40 }), {
        description:
          "Number that the task's recipient must have, as the task shows it. Otherwise the answer is 412 (error 2401). If absent, it may be any.",
      }),
    ),
  }),
  answer: Type.Object({
    taskId: Type.String({ description: 'Task whose recipient gets the SMS.' }),
    phone: Type.String({ description: 'Number that the SMS goes to.' }),
  }),
  errors: [1402, 2401],
  async write({ tx, caller, services }, { path, body }) {
    const row = await accessTask(tx, path.taskId!);
    const publicUrl = await organizationUrl(services, caller.organizationId);
    const [task] = await presentTasks(tx, [row], { publicUrl, now: tx.now });
    const { text, phone = null } = body;
    if (phone !== null && task!.recipients[0]?.phone !== phone)
      throw new DispatchError(2401, 'The recipient of this task has changed. Read it again, then retry.');
    await doNoteMessage(tx, row.id, actionContext(caller));
    return { taskId: row.id, phone: await doMessageRecipient(tx, task!, text.trim()) };
  },
});
