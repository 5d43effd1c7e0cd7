import { doSendNotice } from '../../chat/notification-bot/actions.ts';
import { invalidValue } from '../../dispatch/http/errors.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { openingOf } from '../bot/lines.ts';
import { botTexts } from '../bot/texts.ts';
import { conversationsOf, findUsableChannel } from './access.ts';
import { channelsOfTasks } from './channel-of-task.ts';
import { bothNames, otherTopic, type TopicPlace, topicOfTask } from './conversation.ts';
import { hasTopic, saveConversations } from './queries.ts';

export { saveConversations as doSaveConversations, saveDone as doSaveDone } from './queries.ts';

/** The name that a task's topic gets: that of no other topic of the channel. */
export async function freeTopic(reader: Reader, { channelId, topic }: TopicPlace): Promise<string> {
  for (let n = 1; ; n++) {
    const name = otherTopic(topic, n);
    if (!(await hasTopic(reader, channelId, bothNames(name)))) return name;
  }
}

/**
 * Returns the place of a task's topic. A task without a topic, or whose topic no longer exists, gets a new one. Of two
 * simultaneous requests the second finds the result of the first: the transaction locks the log.
 * @throws {DispatchError} 1000 where no channel is set for the task
 */
export async function doOpenConversation(tx: Tx, services: Services, task: Task): Promise<TopicPlace> {
  const { organizationId } = tx;

  await tx.position();
  const facts = uncachedFacts(tx);
  const known = (await conversationsOf(tx, facts, [task.id])).get(task.id);
  if (known?.place) return known.place;
  const set = (await channelsOfTasks(tx, [task]))(task);
  if (!set || !(await findUsableChannel(facts, set.channelId)))
    throw invalidValue('No channel is set for conversations about this task.');
  const { channelId } = set;
  const topic = await freeTopic(tx, { channelId, topic: nameOfTopic(task) });
  const texts = botTexts((await findOrganization(tx, organizationId))!.language);
  const opening = openingOf(texts, task, await organizationUrl(services, organizationId));
  const anchorId = await doSendNotice(tx, services, { channelId, topic }, opening);
  const isDone = task.state === 3;
  await saveConversations(tx, [{ taskId: task.id, channelId, topic, anchorId, isDone }]);
  return { channelId, topic };
}

/** Returns the name of a task's topic if it is not taken. */
export function nameOfTopic({ shortId, overrides, recipients, destination }: Task): string {
  const { number, street } = destination.address;
  return topicOfTask(shortId, overrides.recipientName || recipients[0]?.name || `${street ?? ''} ${number ?? ''}`);
}
