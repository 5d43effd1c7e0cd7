import { Type } from 'typebox';
import { ChatError } from '../../chat/http/errors.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { doSendMessage, messageByLocalId } from '../../chat/messages/send/send.ts';
import { actionAnswer, actionFields, actionOf, checkWhose, whoseField } from '../../dispatch/driver/action.ts';
import { actionTime, claimAction } from '../../dispatch/driver/actions.ts';
import { invalidValue } from '../../dispatch/http/errors.ts';
import { dispatchOperation } from '../../dispatch/http/operation.ts';
import { Nullable } from '../../dispatch/http/validate.ts';
import { accessOwnTask } from '../../dispatch/tasks/access.ts';
import { presentTasks } from '../../dispatch/tasks/present-tasks.ts';
import { accessWorker } from '../../dispatch/workers/access.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { timeText } from '../bot/lines.ts';
import { botTexts } from '../bot/texts.ts';
import { doOpenConversation } from '../conversations/actions.ts';
import type { TopicPlace } from '../conversations/conversation.ts';
import { doEnsureDriverAuthor, findOwnUser } from './actions.ts';
import { DriverMessage, presentDriverMessage } from './present.ts';
import { loadTopicMessage } from './queries.ts';

/** Name of the program that drivers' messages come from, and of the queue that their own IDs stand for. */
const CLIENT = 'Driver';
/** A message that waited longer on the device says when it was written. */
const LATE_MS = 60_000;

export const sendDriverMessage = dispatchOperation({
  method: 'POST',
  path: '/driver/tasks/:taskId/messages',
  summary: "Says something about one of the worker's own tasks; the first message begins its topic",
  access: 'worker',
  ids: ['taskId'],
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 2000 }), ...actionFields, ...whoseField }),
  answer: Type.Object({ taskId: Type.String(), message: Nullable(DriverMessage), ...actionAnswer }),
  errors: [1402],
  async write({ tx, caller, services }, { path, body }) {
    checkWhose(caller, body.worker);
    const { organizationId, workerId } = caller;
    // Nobody gives the task to somebody else between the look at whose it is and the message.
    await tx.position(organizationId);
    const row = await accessOwnTask(tx, organizationId, workerId, path.taskId!);
    const { at, notice } = actionTime(tx, body.time);
    const actionId = body.actionId || null;
    const isNew = await claimAction(tx, organizationId, workerId, actionOf(actionId, 'message', row.id, body.text));
    const view = { publicUrl: await organizationUrl(services, organizationId), now: tx.now };
    const [task] = await presentTasks(tx, organizationId, [row], view);
    const place = await doOpenConversation(tx, services, organizationId, task!);
    const author = await doEnsureDriverAuthor(
      tx,
      services,
      await accessWorker(tx, organizationId, workerId),
      place.channelId,
    );
    const local = actionId === null ? null : { queueId: CLIENT, localId: actionId };
    const id = isNew
      ? await doSay(tx, services, author, place, { text: body.text, at, local })
      : await messageByLocalId(tx, organizationId, author.userId, local!);
    const message = id === undefined ? undefined : await loadTopicMessage(tx, organizationId, place, id);
    const self = { workerId, userId: await findOwnUser(tx, uncachedFacts(tx), organizationId, workerId) };
    return { taskId: row.id, message: message ? presentDriverMessage(message, self) : null, ...notice };
  },
});

/** @throws {DispatchError} 1000 with what the chat says against it */
async function doSay(
  tx: Tx,
  services: Services,
  author: Author,
  place: TopicPlace,
  { text, at, local }: { text: string; at: Date; local: { queueId: string; localId: string } | null },
): Promise<number> {
  const isLate = tx.now.getTime() - at.getTime() > LATE_MS;
  const texts = botTexts((await findOrganization(tx, author.organizationId))!.language);
  const content = isLate ? `${text.trimEnd()}\n\n*${texts.writtenAt(timeText(at))}*` : text;
  const recipient = { type: 'channel' as const, to: place.channelId, topic: place.topic };
  const draft = { ...recipient, content, readBySender: true, client: CLIENT, local, isPermitted: true };
  try {
    return (await doSendMessage(tx, services, uncachedFacts(tx), author, draft)).id;
  } catch (error) {
    if (error instanceof ChatError) throw invalidValue(error.message);
    throw error;
  }
}
