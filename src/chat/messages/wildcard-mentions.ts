import { badRequest } from '../http/errors.ts';
import type { Realm } from '../realms/access.ts';
import type { User } from '../users/access.ts';

/** People that a wildcard may reach before it takes a permission. */
export const FEW_PEOPLE = 15;

/**
 * Whether a person may mention many people at once (realm_wildcard_mention_policy).
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkMayMentionMany(realm: Realm, sender: User, now: Date, wildcard: 'channel' | 'topic'): void {
  if (mayMentionMany(realm, sender, now)) return;
  throw badRequest(
    wildcard === 'channel'
      ? 'You do not have permission to use channel wildcard mentions in this channel.'
      : 'You do not have permission to use topic wildcard mentions in this topic.',
  );
}

function mayMentionMany({ settings }: Realm, sender: User, now: Date): boolean {
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
