import type { Reader } from '../../platform/db/reader.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { type ChannelCaller, knownChannels } from '../channels/access.ts';
import { realmOf } from '../realms/access.ts';
import { settingsOf } from '../user-settings/access.ts';
import type { TopicParticipation } from './automatic.ts';
import { Policy } from './policy.ts';
import { loadParticipations, loadTopicPolicies, type TopicPolicyRow } from './queries.ts';

/**
 * A person's policies, in channels that the person may know of.
 * @param knowsEmptyTopics whether an empty topic goes out as it is, not under its display name
 */
export async function knownTopicPolicies(
  reader: Reader,
  facts: FactSource,
  person: ChannelCaller,
  knowsEmptyTopics: boolean,
): Promise<TopicPolicyRow[]> {
  const all = await loadTopicPolicies(reader, person.userId);
  // The present name of a channel is hidden from whom it has become unknown to.
  const known = new Set(all.length > 0 ? (await knownChannels(facts, person)).map(({ id }) => id) : []);
  const rows = all.filter(({ channelId }) => known.has(channelId));
  if (knowsEmptyTopics) return rows;
  const { emptyTopicDisplayName } = await realmOf(facts);
  return rows.map((row) => ({ ...row, topic: row.topic || emptyTopicDisplayName }));
}

/** The older form of the muted ones: triples of channel name, topic and time. */
export async function mutedTopicsOf(
  reader: Reader,
  facts: FactSource,
  person: ChannelCaller,
  knowsEmptyTopics: boolean,
): Promise<[string, string, number][]> {
  return (await knownTopicPolicies(reader, facts, person, knowsEmptyTopics))
    .filter(({ policy }) => policy === Policy.muted)
    .map(({ channelName, topic, updatedAt }) => [channelName, topic, updatedAt]);
}

/** Returns the participation of active people in a topic; the others are left out. */
export async function participationsIn(
  reader: Reader,
  { channelId, topic }: { channelId: number; topic: string },
  userIds: readonly number[],
): Promise<TopicParticipation[]> {
  const rows = await loadParticipations(reader, channelId, topic, userIds);
  return rows.map(({ settings, emailVisibility, ...row }) => ({
    ...row,
    settings: settingsOf({ settings, emailVisibility }),
  }));
}
