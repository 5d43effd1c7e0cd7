import type { NotificationFacts } from '../../../rules/notifications.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import { settingsOf } from '../user-settings/access.ts';
import { isTopicMuted, Policy } from '../user-topics/policy.ts';
import { loadPairs, type Pair } from './queries.ts';

export type PairFacts = NotificationFacts & { settings: UserSettings; hasDevice: boolean };

/**
 * Loads the notification facts of people and messages, by the pair's `n`, in one query. Bots, deactivated users and
 * people not subscribed to a message's channel are left out: they are not notified.
 */
export async function factsOfPairs(reader: Reader, pairs: readonly Pair[]): Promise<Map<number, PairFacts>> {
  if (pairs.length === 0) return new Map();
  const rows = await loadPairs(reader, pairs);
  return new Map(
    rows.map(({ n, settings, emailVisibility, policy, isChannelMuted, email, push, wildcard, ...rest }) => [
      n,
      {
        ...rest,
        settings: settingsOf({ settings, emailVisibility }),
        channel: { email, push, wildcard },
        isMuted: isTopicMuted(policy, isChannelMuted),
        isFollowed: policy === Policy.followed,
      },
    ]),
  );
}
