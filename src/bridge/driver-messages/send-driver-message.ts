import { Type } from 'typebox';
import { messageByLocalId } from '../../chat/messages/send/send.ts';
import { actionAnswer, actionFields, actionOf, checkWhose, whoseField } from '../../dispatch/driver/action.ts';
import { actionTime, claimAction } from '../../dispatch/driver/actions.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { accessOwnTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { accessWorker } from '../../dispatch/workers/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { timeText } from '../bot/lines.ts';
import { botTexts } from '../bot/texts.ts';
import { doOpenConversation } from '../conversations/actions.ts';
import { doEnsureAuthor } from '../stand-ins/actions.ts';
import { loadTopicMessage } from '../topic-messages/access.ts';
import { doSendTopicMessage } from '../topic-messages/actions.ts';
import { MessageText, presentTaskMessage, TaskMessage } from '../topic-messages/present.ts';
import { findUserOfWorker } from './access.ts';

/** Name of the program that drivers' messages come from, and of the queue that their own IDs stand for. */
const CLIENT = 'Driver';
/** A message that waited longer on the device says when it was written. */
const LATE_MS = 60_000;

export const sendDriverMessage = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/messages',
  summary: "Send a message about one of the worker's own tasks. The first message creates its topic",
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({
    text: described(MessageText, 'Message in Markdown, at most 2000 characters.'),
    ...actionFields,
    ...whoseField,
  }),
  answer: Type.Object({
    taskId: Type.String({ description: 'Task that the message is about.' }),
    message: Nullable(TaskMessage, { description: 'The message that was sent; null if it was deleted since.' }),
    ...actionAnswer,
  }),
  errors: [1402],
  async write({ tx, caller, services }, { path, body }) {
    checkWhose(caller, body.worker);
    const { organizationId, workerId } = caller;
    // Nobody gives the task to somebody else between the look at whose it is and the message.
    await tx.position();
    const row = await accessOwnTask(tx, workerId, path.taskId!);
    const { at, notice } = actionTime(tx, body.time);
    const actionId = body.actionId || null;
    const isNew = await claimAction(tx, workerId, actionOf(actionId, 'message', row.id, body.text));
    const view = { publicUrl: await organizationUrl(services, organizationId), now: tx.now };
    const [task] = await presentTasks(tx, [row], view);
    const place = await doOpenConversation(tx, services, task!);
    const worker = await accessWorker(tx, workerId);
    const userId = await findUserOfWorker(tx, uncachedFacts(tx), workerId);
    const writer = { kind: 'worker' as const, id: workerId, name: worker.displayName || worker.name, userId };
    const author = await doEnsureAuthor(tx, services, writer, place.channelId);
    const local = actionId === null ? null : { queueId: CLIENT, localId: actionId };
    const id = isNew
      ? await doSendTopicMessage(tx, services, author, place, {
          content: await contentOf(tx, body.text, at),
          client: CLIENT,
          local,
        })
      : await messageByLocalId(tx, author.userId, local!);
    const message = id === undefined ? undefined : await loadTopicMessage(tx, place, id);
    return { taskId: row.id, message: message ? presentTaskMessage(message, { workerId, userId }) : null, ...notice };
  },
});

/** Returns the content of a driver's message, with a note below it if it waited long on the device. */
async function contentOf(tx: Tx, text: string, at: Date): Promise<string> {
  if (tx.now.getTime() - at.getTime() <= LATE_MS) return text;
  const texts = botTexts((await findOrganization(tx, tx.organizationId))!.language);
  return `${text.trimEnd()}\n\n*${texts.writtenAt({ at: timeText(at) })}*`;
}
