import { type Channel, findChannel, hasContentAccess } from '../../chat/channels/access.ts';
import { findCaller, findUserIdOfPerson } from '../../chat/users/access.ts';
import { accessAdministrator } from '../../dispatch/administrators/access.ts';
import type { Task } from '../../dispatch/tasks/present.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { channelsOfTasks } from './channel-of-task.ts';
import type { Conversation } from './conversation.ts';
import { loadConversations } from './queries.ts';

export { loadIdsOfTopic, loadTaskChannels, loadTaskOfMessage, type TaskChannelRow } from './queries.ts';

/** The channel, when tasks' topics may be in it: what recipients are called and where they live is not for the whole world. */
export async function findUsableChannel(facts: FactSource, channelId: number): Promise<Channel | undefined> {
  const channel = await findChannel(facts, channelId);
  return channel && !channel.isArchived && !channel.isWebPublic ? channel : undefined;
}

/** The topics of tasks, by task. One in a channel that cannot be written to, or that the whole world reads, is nowhere. */
export async function conversationsOf(
  reader: Reader,
  facts: FactSource,
  taskIds: readonly string[],
): Promise<Map<string, Conversation>> {
  const found = new Map<string, Conversation>();
  for (const row of await loadConversations(reader, taskIds)) {
    const { taskId, channelId, topic, anchorId, isDone, placeChannelId, placeTopic } = row;
    const isReached = placeChannelId !== null && (await findUsableChannel(facts, placeChannelId));
    const place = isReached ? { channelId: placeChannelId, topic: placeTopic! } : null;
    found.set(taskId, { taskId, begins: { channelId, topic }, anchorId, isDone, place });
  }
  return found;
}

/** A task's topic, and whether there is a channel in which it has or can have one. */
export async function findConversation(
  reader: Reader,
  facts: FactSource,
  task: Pick<Task, 'id' | 'container'>,
): Promise<{ conversation: Conversation | undefined; isAvailable: boolean }> {
  const conversation = (await conversationsOf(reader, facts, [task.id])).get(task.id);
  if (conversation?.place) return { conversation, isAvailable: true };
  const set = (await channelsOfTasks(reader, [task]))(task);
  const channel = set && (await findUsableChannel(facts, set.channelId));
  return { conversation, isAvailable: channel !== undefined };
}

/**
 * Whether an administrator has a chat account that may read a channel.
 * @param administratorId undefined: the organization's own key asks, which has no account
 */
export async function isReadableFor(
  reader: Reader,
  facts: FactSource,
  administratorId: string | undefined,
  channelId: number,
): Promise<boolean> {
  if (administratorId === undefined) return false;
  const { personId } = await accessAdministrator(reader, administratorId);
  const userId = await findUserIdOfPerson(facts, personId);
  const caller = userId === null ? undefined : await findCaller(facts, userId);
  const channel = await findUsableChannel(facts, channelId);
  return caller !== undefined && channel !== undefined && hasContentAccess(facts, caller, channel);
}
