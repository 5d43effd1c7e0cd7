import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import type { UserId } from '../../../platform/ids.ts';
import { knownChannels } from '../../channels/access.ts';
import type { Message } from '../../messages/message.ts';
import { loadMessages } from '../../messages/message-loader.ts';
import { unreadAmong } from '../../messages/visibility/visible-among.ts';
import type { User } from '../../users/access.ts';
import { conversationKey } from '../conversation.ts';
import { factsOfPairs } from '../facts-of-pairs.ts';
import type { BusyTopic } from './queries.ts';

/** Topics of a person's channels in which it is looked for something unread. */
const MAX_WEIGHED = 40;
/** Topics and channels that a digest shows. */
const MAX_TOPICS = 5;
const MAX_CHANNELS = 10;
/** Messages that it shows of a topic, the newest. */
const MAX_MESSAGES = 3;

/** What a digest says to one person. */
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
 * What happened since a time that one person may see, has not read and has not muted: topics of the channels that they are
 * subscribed to, those that they follow first, and new channels.
 */
export async function gatherDigest(
  reader: Reader,
  facts: FactSource,
  organizationId: string,
  user: User,
  { since, topics }: { since: Date; topics: readonly BusyTopic[] },
): Promise<Digest> {
  const person = { organizationId, userId: user.id as UserId, role: user.role };
  const wanted = await wantedTopics(reader, organizationId, user.id, topics);
  const unread = await unreadAmong(
    reader,
    facts,
    person,
    wanted.flatMap(({ ids }) => ids),
  );
  const texts = new Map(unread.map(({ id, text }) => [id, text]));
  const messages = await loadMessages(reader, facts, organizationId, [...texts.keys()]);
  const byTopic = Map.groupBy(messages, conversationKey);
  const order = new Map(wanted.flatMap(({ ids }, at) => ids.map((id) => [id, at] as const)));
  const shown = [...byTopic.values()]
    .sort(([one], [other]) => order.get(one!.id)! - order.get(other!.id)!)
    .slice(0, MAX_TOPICS)
    .map((all) => ({
      messages: all.slice(-MAX_MESSAGES).map((message) => ({ message, text: texts.get(message.id)! })),
      hasMore: all.length > MAX_MESSAGES,
    }));
  const known = await knownChannels(facts, person);
  const isNew = known.filter(({ dateCreated, isArchived }) => dateCreated >= since && !isArchived);
  return { topics: shown, channels: isNew.slice(0, MAX_CHANNELS).map(({ name }) => name) };
}

async function wantedTopics(
  reader: Reader,
  organizationId: string,
  userId: number,
  topics: readonly BusyTopic[],
): Promise<BusyTopic[]> {
  const pairs = topics.map(({ channelId, topic }, n) => ({ n, userId, channelId, topic, senderId: userId }));
  const known = await factsOfPairs(reader, organizationId, pairs);
  const unmuted = topics.flatMap((topic, n) => {
    const facts = known.get(n);
    return facts && !facts.isMuted ? [{ topic, isFollowed: facts.isFollowed }] : [];
  });
  return unmuted
    .toSorted((one, other) => Number(other.isFollowed) - Number(one.isFollowed))
    .slice(0, MAX_WEIGHED)
    .map(({ topic }) => topic);
}
