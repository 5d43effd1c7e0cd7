import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { type Channel, type ChannelCaller, findKnownChannel } from '../../channels/access.ts';
import { findReferences, type MentionDirectory, type References, topicKey } from '../../markdown/index.ts';
import { readerView } from '../../reading/reader-view.ts';
import { isInGroupSetting } from '../../user-groups/access.ts';
import { isKnown, knownPeople } from '../../users/known-people.ts';
import { loadMentionedGroups, loadMentionedUsers, loadNewestOfTopics } from './queries.ts';

const nothing: MentionDirectory = {
  usersByName: new Map(),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map(),
  topicMessages: new Map(),
};

/** Names of each kind that one message can refer to; further ones stay plain text. */
const MAX_NAMES = 100;

/**
 * Resolves the names in a text for its author: channels and people unknown to the author stay plain text.
 * @param knower the person whose knowledge of people counts instead: a notice is its recipient's
 */
export async function mentionDirectory(
  reader: Reader,
  facts: FactSource,
  author: ChannelCaller,
  content: string,
  knower = author,
): Promise<MentionDirectory> {
  const references = findReferences(content);
  if (!references.hasAny) return nothing;
  const userNames = references.userNames.slice(0, MAX_NAMES);
  const userIds = references.userIds.slice(0, MAX_NAMES);
  const groupNames = references.groupNames.slice(0, MAX_NAMES);
  const named = userNames.length + userIds.length > 0 ? await loadMentionedUsers(reader, userNames, userIds) : [];
  const known = await knownPeople(facts, knower);
  const users = named.filter(({ id }) => isKnown(known, id));
  const groups = groupNames.length > 0 ? await loadMentionedGroups(reader, groupNames) : [];
  const groupsByName: [string, { id: number; name: string; mentionable: boolean }][] = [];
  for (const { id, name, isSystemGroup, isDeactivated, mayMention } of groups) {
    const mentionable =
      !isSystemGroup && !isDeactivated && (mayMention === null || (await isInGroupSetting(facts, author, mayMention)));
    groupsByName.push([name.toLowerCase(), { id, name, mentionable }]);
  }
  const channelsByName: [string, Channel][] = [];
  for (const name of references.channelNames.slice(0, MAX_NAMES)) {
    const channel = await findKnownChannel(facts, author, name);
    if (channel && !channel.isArchived) {
      channelsByName.push([channel.name, channel], [channel.name.toLowerCase(), channel]);
    }
  }
  const names = new Map(channelsByName);
  return {
    topicMessages: await topicMessages(reader, facts, author, names, references.topics.slice(0, MAX_NAMES)),
    usersByName: Map.groupBy(users, (user) => user.fullName.toLowerCase()),
    usersById: new Map(users.map((user) => [user.id, user])),
    groupsByName: new Map(groupsByName),
    channelsByName: names,
  };
}

/** The newest message of each linked topic that the author sees. */
async function topicMessages(
  reader: Reader,
  facts: FactSource,
  author: ChannelCaller,
  channels: ReadonlyMap<string, Channel>,
  topics: References['topics'],
): Promise<ReadonlyMap<string, number>> {
  const known = topics.flatMap(({ channel: name, topic }) => {
    const channel = channels.get(name) ?? channels.get(name.toLowerCase());
    return channel ? [{ channelId: channel.id, topic }] : [];
  });
  if (known.length === 0) return new Map();
  const newest = await loadNewestOfTopics(reader, await readerView(facts, author), known);
  return new Map(newest.map(({ index, id }) => [topicKey(known[index]!.channelId, known[index]!.topic), id]));
}
