import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/channel.ts';
import type { AudienceTag } from '../../events/emit.ts';
import type { Message } from '../../reading/message.ts';
import { isVisibleTo, type Periods, type Standing, standingToMoved } from '../../reading/standing.ts';
import { channelStandingsOf, periodsIn } from '../../reading/standings.ts';
import { loadConcerned, loadSources, type MessageSourceRow } from './queries.ts';

/*
 * The audience of a change of messages: their recipients and senders, as far as they may see them at present. In a
 * channel with protected history people see different messages: the event for each names those alone.
 */

/** People whose event names the same messages. */
export interface MessageAudience {
  audience: AudienceTag[];
  /** Ascending. */
  ids: readonly number[];
}

/** The people whom a change of messages of one conversation may concern, read before the messages are gone. */
export interface AffectedPeople {
  people: readonly { userId: number; isPresent: boolean }[];
  /** Sender and original place of each message, if they decide who sees it. */
  sources: Sources;
}

type Sources = ReadonlyMap<number, MessageSourceRow>;

/** The audience of a change of one message that stays where it is. */
export async function audienceOfChange(
  tx: Tx,
  message: Pick<Message, 'id' | 'people'>,
  channel: Channel | undefined,
): Promise<AudienceTag[]> {
  const [group] = await audiencesOfChange(tx, message, channel, [message.id]);
  return group?.audience ?? [];
}

/** The audiences of a change of messages of one conversation that stay in it. */
export async function audiencesOfChange(
  tx: Tx,
  place: Pick<Message, 'people'>,
  channel: Channel | undefined,
  ids: readonly number[],
): Promise<MessageAudience[]> {
  const concerned = await affectedBy(tx, place, channel, ids);
  return audiencesAmong(tx, channel, concerned, ids);
}

/** The people whom a change of messages that stay in their conversation may concern. */
export async function affectedBy(
  tx: Tx,
  { people }: Pick<Message, 'people'>,
  channel: Channel | undefined,
  ids: readonly number[],
): Promise<AffectedPeople> {
  if (!channel) return { people: people.map(({ id }) => ({ userId: id, isPresent: true })), sources: new Map() };
  // Every present subscriber sees all of a channel with shared history: they need not be named.
  const withPresent = !channel.historyPublicToSubscribers;
  return {
    people: await loadConcerned(tx, channel.id, ids, { withPresent }),
    sources: await sourcesOf(tx, channel, ids),
  };
}

/** Returns the given audiences that may currently see some of the messages. */
export async function audiencesAmong(
  tx: Tx,
  channel: Channel | undefined,
  { people, sources }: AffectedPeople,
  ids: readonly number[],
): Promise<MessageAudience[]> {
  const userIds = people.map(({ userId }) => userId);
  if (!channel) return [{ audience: tagsOf(userIds), ids }];
  const groups = groupsOf(await visibleIds(tx, channel, userIds, ids, sources));
  return channel.historyPublicToSubscribers ? withTags([channel], groups, ids) : groups;
}

/** The audiences of messages that moved to another channel, and of those that are gone for some people by it. */
export async function audiencesOfMove(
  tx: Tx,
  ids: readonly number[],
  from: Channel,
  to: Channel,
): Promise<{ staying: MessageAudience[]; losing: MessageAudience[] }> {
  const had = await loadConcerned(tx, from.id, ids, { withPresent: true });
  const have = await loadConcerned(tx, to.id, ids, { withPresent: true });
  const people = [...new Set([...had, ...have].map(({ userId }) => userId))];
  const before = await messagesSeenBy(tx, from, ids, people);
  const after = await messagesSeenBy(tx, to, ids, people);
  const lost = new Map<number, readonly number[]>();
  for (const { userId } of had) {
    const still = new Set(after.get(userId));
    const gone = (before.get(userId) ?? []).filter((id) => !still.has(id));
    if (gone.length > 0) lost.set(userId, gone);
  }
  const losing = groupsOf(lost);
  if (losing.length > 0 || !from.historyPublicToSubscribers || !to.historyPublicToSubscribers)
    return { staying: groupsOf(after), losing };
  // Every subscriber of either channel sees all of them: they need not be named.
  for (const { userId, isPresent } of [...had, ...have]) if (isPresent) after.delete(userId);
  return { staying: withTags([from, to], groupsOf(after), ids), losing };
}

/** Returns the people who may see some of the messages in the channel. */
export async function peopleWhoSeeSome(
  tx: Tx,
  channel: Channel,
  ids: readonly number[],
  userIds: readonly number[],
): Promise<Set<number>> {
  return new Set((await messagesSeenBy(tx, channel, ids, userIds)).keys());
}

/** Returns the messages that each person may see in the channel; people who see none are left out. */
export async function messagesSeenBy(
  tx: Tx,
  channel: Channel,
  ids: readonly number[],
  userIds: readonly number[],
): Promise<Map<number, readonly number[]>> {
  const sources = await sourcesOf(tx, channel, ids);
  return visibleIds(tx, channel, userIds, ids, sources);
}

/** The sources, where history is protected: people see their own messages, and what came to them elsewhere. */
function sourcesOf(tx: Tx, channel: Channel, ids: readonly number[]): Promise<Sources> {
  return channel.historyPublicToSubscribers ? Promise.resolve(new Map()) : loadSources(tx, ids);
}

/** The messages that each of the people may see in the channel; people who see none are left out. */
async function visibleIds(
  tx: Tx,
  channel: Channel,
  userIds: readonly number[],
  ids: readonly number[],
  sources: Sources,
): Promise<Map<number, readonly number[]>> {
  // Recipients of an event are checked while the log is locked: nobody is removed before the event is in it.
  if (userIds.length > 0) await tx.position();
  const standings = await channelStandingsOf(tx, channel, userIds);
  const sentChannelIds = [...new Set([...sources.values()].flatMap(({ sent }) => sent?.channelId ?? []))];
  const periodsOf = await periodsIn(tx, sentChannelIds, userIds);
  const authors = new Set([...sources.values()].map(({ senderId }) => senderId));
  // Most people joined before or after all of them: they share their list.
  const known = new Map<string, readonly number[]>();
  const seen = new Map<number, readonly number[]>();
  for (const [userId, standing] of standings) {
    const elsewhere = new Map(sentChannelIds.map((id) => [id, periodsOf(userId, id)]));
    const key = keyOf(standing, elsewhere, authors.has(userId) ? userId : undefined);
    let own = known.get(key);
    if (!own) {
      own = standing.isOpen ? ids : ids.filter((id) => isSeen(userId, standing, elsewhere, id, sources.get(id)));
      known.set(key, own);
    }
    if (own.length > 0) seen.set(userId, own);
  }
  return seen;
}

function isSeen(
  userId: number,
  standing: Standing,
  elsewhere: ReadonlyMap<number, Periods>,
  id: number,
  source: MessageSourceRow | undefined,
): boolean {
  const sent = source?.sent;
  const own = sent ? standingToMoved(standing, elsewhere.get(sent.channelId)!, sent.movedAtEventId) : standing;
  return isVisibleTo(own, { id, isOwn: source?.senderId === userId });
}

/** People with the same key see the same messages. */
function keyOf(standing: Standing, elsewhere: ReadonlyMap<number, Periods>, author: number | undefined): string {
  if (standing.isOpen) return 'open';
  if (!standing.isReadable) return 'none';
  const periods = [standing, ...elsewhere.values()];
  return `${periods.map(({ receivedAfter, receivedUntil }) => `${receivedAfter} ${receivedUntil}`).join('; ')} ${author}`;
}

function groupsOf(seen: ReadonlyMap<number, readonly number[]>): MessageAudience[] {
  const groups = new Map<string, { audience: AudienceTag[]; ids: readonly number[] }>();
  const keys = new Map<readonly number[], string>();
  for (const [userId, ids] of seen) {
    const key = keys.get(ids) ?? ids.join();
    keys.set(ids, key);
    const group = groups.get(key) ?? { audience: [], ids };
    group.audience.push(`user:${userId}`);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Puts those who see all of the messages into one audience with the subscribers of channels. */
function withTags(
  channels: readonly Channel[],
  groups: readonly MessageAudience[],
  ids: readonly number[],
): MessageAudience[] {
  const all = groups.find((group) => group.ids.length === ids.length);
  const subscribers = channels.map(({ id }): AudienceTag => `channel:${id}`);
  return [{ audience: [...subscribers, ...(all?.audience ?? [])], ids }, ...groups.filter((group) => group !== all)];
}

function tagsOf(userIds: Iterable<number>): AudienceTag[] {
  return [...userIds].map((id): AudienceTag => `user:${id}`);
}
