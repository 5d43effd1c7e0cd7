import type { NotificationTrigger } from '../../../rules/notifications.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { MessageSent } from '../reading/message.ts';
import { loadPeopleUnder } from '../user-groups/access.ts';
import { loadChannelListeners, loadChannelSubscribers, loadFollowers } from './queries.ts';

/** Message data that determines the people concerned. */
export type NewsOfMessage = Pick<MessageSent, 'message' | 'topicParticipantIds'>;

/** People whom a message may concern, with the reasons. */
export type ConcernedPeople = ReadonlyMap<number, ReadonlySet<NotificationTrigger>>;

/**
 * Finds the people whom messages may concern, except their senders, in a few queries whatever the number of messages.
 * @returns a function that gives them for one of the messages: a channel of thousands times the messages would not fit
 *   into memory
 */
export async function concernedBy(
  reader: Reader,
  messages: readonly NewsOfMessage[],
): Promise<(news: NewsOfMessage) => ConcernedPeople> {
  const inChannels = messages.filter(({ message }) => message.channelId !== null);
  const channelsOf = (some: readonly NewsOfMessage[]) => [...new Set(some.map(({ message }) => message.channelId!))];
  const listeners = await byChannel(loadChannelListeners, reader, channelsOf(inChannels));
  const subscribers = await byChannel(
    loadChannelSubscribers,
    reader,
    channelsOf(inChannels.filter(({ message }) => message.channelWildcard)),
  );
  const followers = await followersOf(reader, inChannels);
  const groups = await peopleOfGroups(reader, messages);
  return ({ message, topicParticipantIds }) => {
    const people = new Map<number, Set<NotificationTrigger>>();
    const add = (ids: readonly number[], cause: NotificationTrigger) => {
      for (const id of ids) if (id !== message.sender.id) people.set(id, (people.get(id) ?? new Set()).add(cause));
    };
    if (message.channelId === null) {
      const ids = message.people.map(({ id }) => id);
      add(ids, 'direct');
      return people;
    }
    add(message.mentionedUserIds, 'mention');
    for (const groupId of message.mentionedGroupIds) add(groups.get(groupId) ?? [], 'mention');
    if (message.topicWildcard) add(topicParticipantIds, 'topic_wildcard');
    if (message.channelWildcard) add(subscribers.get(message.channelId) ?? [], 'channel_wildcard');
    add(followers.get(topicOf(message.channelId, message.topic)) ?? [], 'followed_topic');
    add(listeners.get(message.channelId) ?? [], 'channel');
    return people;
  };
}

const topicOf = (channelId: number, topic: string) => `${channelId} ${topic}`;

async function byChannel(
  load: typeof loadChannelSubscribers,
  reader: Reader,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  if (channelIds.length === 0) return new Map();
  const rows = await load(reader, channelIds);
  return idsBy(rows, ({ channelId }) => channelId);
}

async function followersOf(reader: Reader, messages: readonly NewsOfMessage[]): Promise<ReadonlyMap<string, number[]>> {
  const topics = new Map(
    messages.map(({ message: { channelId, topic } }) => [topicOf(channelId!, topic), { channelId: channelId!, topic }]),
  );
  if (topics.size === 0) return new Map();
  const rows = await loadFollowers(reader, [...topics.values()]);
  return idsBy(rows, ({ channelId, topic }) => topicOf(channelId, topic));
}

async function peopleOfGroups(
  reader: Reader,
  messages: readonly NewsOfMessage[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const people = new Map<number, readonly number[]>();
  // One query for each group that is named, of which there are few.
  for (const id of new Set(messages.flatMap(({ message }) => message.mentionedGroupIds)))
    people.set(id, await loadPeopleUnder(reader, [id]));
  return people;
}

function idsBy<Row extends { userId: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, number[]> {
  const ids = new Map<Key, number[]>();
  for (const row of rows) {
    const own = ids.get(keyOf(row));
    if (own) own.push(row.userId);
    else ids.set(keyOf(row), [row.userId]);
  }
  return ids;
}
