import type { Reader } from '../../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../../platform/events/facts.ts';
import { noRight } from '../../http/errors.ts';
import type { Realm } from '../../realms/access.ts';
import { isInGroupSetting } from '../../user-groups/access.ts';
import type { User } from '../../users/access.ts';
import { hasMoreSubscribersThan, loadTopicParticipants } from './queries.ts';

const largeChannels = defineFact('many in channel', ['chat.subscriptions'], {
  own: { of: 'channel', tables: ['chat.subscriptions'] },
});

type WildcardSender = Pick<User, 'id'>;

/** People that a wildcard may reach before it takes a permission. */
const SMALL_PEOPLE = 15;

/**
 * Holds the wildcards of a text against the organization's policy; gives the people that a topic wildcard names.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkWildcards(
  { reader, facts }: { reader: Reader; facts: FactSource },
  realm: Realm,
  sender: WildcardSender,
  { channelId, topic }: { channelId: number | null; topic: string },
  wildcards: { channelWildcard: boolean; topicWildcard: boolean },
): Promise<number[]> {
  if (channelId === null) return [];
  if (wildcards.channelWildcard) {
    const many = await facts.read(largeChannels, channelId, (from) =>
      hasMoreSubscribersThan(from, channelId, SMALL_PEOPLE),
    );
    if (many) await checkMayMentionMany(facts, realm, sender, 'channel');
  }
  if (!wildcards.topicWildcard) return [];
  const participants = await loadTopicParticipants(reader, channelId, topic);
  if (participants.length > SMALL_PEOPLE) await checkMayMentionMany(facts, realm, sender, 'topic');
  return participants;
}

/**
 * Whether a person may mention many people at once (`can_mention_many_users_group`).
 * @throws {ChatError} `BAD_REQUEST`
 */
async function checkMayMentionMany(
  facts: FactSource,
  { permissions }: Realm,
  sender: WildcardSender,
  wildcard: 'channel' | 'topic',
): Promise<void> {
  const { can_mention_many_users_group } = permissions;
  if (await isInGroupSetting(facts, { userId: sender.id }, can_mention_many_users_group)) return;
  throw noRight(
    wildcard === 'channel'
      ? 'You do not have permission to use channel wildcard mentions in this channel.'
      : 'You do not have permission to use topic wildcard mentions in this topic.',
  );
}
