import type { Reader } from '../../../platform/db/reader.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { badRequest } from '../../http/errors.ts';
import type { Realm } from '../../realms/access.ts';
import type { User } from '../../users/access.ts';
import { hasMoreSubscribersThan, loadTopicParticipants } from './queries.ts';

type WildcardSender = Pick<User, 'role' | 'dateJoined'>;

/** People that a wildcard may reach before it takes a permission. */
const SMALL_PEOPLE = 15;

/**
 * Holds the wildcards of a text against the organization's policy; gives the people that a topic wildcard names.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function checkWildcards(
  { reader, facts, now }: { reader: Reader; facts: FactSource; now: Date },
  realm: Realm,
  sender: WildcardSender,
  { channelId, topic }: { channelId: number | null; topic: string },
  wildcards: { channelWildcard: boolean; topicWildcard: boolean },
): Promise<number[]> {
  if (channelId === null) return [];
  const { organizationId } = realm;
  if (wildcards.channelWildcard) {
    const many = await facts.read(organizationId, `many in channel ${channelId}`, (from) =>
      hasMoreSubscribersThan(from, organizationId, channelId, SMALL_PEOPLE),
    );
    if (many) checkMayMentionMany(realm, sender, now, 'channel');
  }
  if (!wildcards.topicWildcard) return [];
  const participants = await loadTopicParticipants(reader, organizationId, channelId, topic);
  if (participants.length > SMALL_PEOPLE) checkMayMentionMany(realm, sender, now, 'topic');
  return participants;
}

/**
 * Whether a person may mention many people at once (realm_wildcard_mention_policy).
 * @throws {ChatError} `BAD_REQUEST`
 */
function checkMayMentionMany(realm: Realm, sender: WildcardSender, now: Date, wildcard: 'channel' | 'topic'): void {
  if (mayMentionMany(realm, sender, now)) return;
  throw badRequest(
    wildcard === 'channel'
      ? 'You do not have permission to use channel wildcard mentions in this channel.'
      : 'You do not have permission to use topic wildcard mentions in this topic.',
  );
}

function mayMentionMany({ settings }: Realm, sender: WildcardSender, now: Date): boolean {
  switch (settings.wildcard_mention_policy) {
    case 1:
      return true;
    case 2:
      return sender.role <= 400;
    case 3: {
      const since = now.getTime() - settings.waiting_period_threshold * 86_400_000;
      return sender.role <= 300 || (sender.role <= 400 && sender.dateJoined.getTime() <= since);
    }
    case 5:
      return sender.role <= 200;
    case 7:
      return sender.role <= 300;
    default:
      return false;
  }
}
