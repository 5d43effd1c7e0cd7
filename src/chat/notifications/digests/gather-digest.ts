import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { type ChannelCaller, channelsByIds, hasMetadataAccess } from '../../channels/access.ts';
import { withKnownSenders } from '../../messages/known-senders.ts';
import { loadMessages } from '../../messages/message-loader.ts';
import type { Message } from '../../reading/message.ts';
import { unreadAmong } from '../../reading/visible-among.ts';
import { isTopicMuted, Policy } from '../../user-topics/policy.ts';
import type { User } from '../../users/access.ts';
import { conversationKey } from '../conversation.ts';
import { type BusyTopic, loadSubscribedChannels } from './queries.ts';

/** Topics of a person's channels in which it is looked for something unread. */
const MAX_WEIGHED = 40;
/** Topics and channels that a digest shows. */
const MAX_TOPICS = 5;
const MAX_CHANNELS = 10;
/** Messages that it shows of a topic, the newest. */
const MAX_MESSAGES = 3;

/** Activity of an organization, shared by the digests of all its people. */
export interface DigestBasis {
  /** By channel. */
  topicsOf: ReadonlyMap<number, readonly BusyTopic[]>;
  newChannelIds: readonly number[];
}

/** Content of one person's digest. */
export interface Digest {
  topics: DigestTopic[];
  /** Names of channels that are new. */
  channels: string[];
}

export interface DigestTopic {
  /** Oldest first. */
  messages: { message: Message; text: string }[];
  hasMore: boolean;
}

/**
 * Returns the unread, unmuted content that one person may see: topics of subscribed channels, followed ones first, and
 * new channels.
 */
export async function gatherDigest(
  reader: Reader,
  facts: FactSource,
  user: User,
  { topicsOf, newChannelIds }: DigestBasis,
): Promise<Digest> {
  const { organizationId } = reader;

  const person = { organizationId, userId: user.id, role: user.role };
  const wanted = await wantedTopics(reader, user.id, topicsOf);
  const unread = await unreadAmong(
    reader,
    facts,
    person,
    wanted.flatMap(({ ids }) => ids),
  );
  const texts = new Map(unread.map(({ id, text }) => [id, text]));
  const loaded = await loadMessages(reader, facts, [...texts.keys()]);
  const messages = await withKnownSenders(facts, person, loaded);
  const byTopic = Map.groupBy(messages, conversationKey);
  const order = new Map(wanted.flatMap(({ ids }, at) => ids.map((id) => [id, at] as const)));
  const shown = [...byTopic.values()]
    .sort(([one], [other]) => order.get(one!.id)! - order.get(other!.id)!)
    .slice(0, MAX_TOPICS)
    .map((all) => ({
      messages: all.slice(-MAX_MESSAGES).map((message) => ({ message, text: texts.get(message.id)! })),
      hasMore: all.length > MAX_MESSAGES,
    }));
  return { topics: shown, channels: await knownNames(reader, facts, person, newChannelIds) };
}

async function wantedTopics(
  reader: Reader,
  userId: number,
  topicsOf: ReadonlyMap<number, readonly BusyTopic[]>,
): Promise<BusyTopic[]> {
  const subscribed = await loadSubscribedChannels(reader, userId);
  const unmuted = subscribed.flatMap(({ channelId, isMuted, policies }) => {
    const policyOf = new Map(Object.entries(policies ?? {}));
    return (topicsOf.get(channelId) ?? []).flatMap((topic) => {
      const policy = policyOf.get(topic.key) ?? Policy.none;
      return isTopicMuted(policy, isMuted) ? [] : [{ topic, isFollowed: policy === Policy.followed }];
    });
  });
  return unmuted
    .toSorted(
      (one, other) => Number(other.isFollowed) - Number(one.isFollowed) || other.topic.messages - one.topic.messages,
    )
    .slice(0, MAX_WEIGHED)
    .map(({ topic }) => topic);
}

/** Names of those of the channels that the person may know of. */
async function knownNames(
  reader: Reader,
  facts: FactSource,
  person: ChannelCaller,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const names: string[] = [];
  for (const channel of await channelsByIds(reader, ids)) {
    if (names.length < MAX_CHANNELS && !channel.isArchived && (await hasMetadataAccess(facts, person, channel)))
      names.push(channel.name);
  }
  return names;
}
