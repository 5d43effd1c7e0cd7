import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import type { ChatCaller } from '../http/caller.ts';
import { realmOf } from '../realms/access.ts';
import { realmHost } from '../settings/address.ts';
import { settingsOf } from '../user-settings/access.ts';
import { emailFor, findUsersByIds, type User } from '../users/access.ts';
import { isKnown, knownPeople } from '../users/known-people.ts';
import { HISTORY_DAYS, legacyPresence, type PresenceTimes, slimPresence } from './presence.ts';
import { presenceStore } from './store.ts';

/** Filter and format of presences. */
export interface PresenceOptions {
  slim: boolean;
  /** Only presences newer than this; undefined: all. */
  lastUpdateId?: number | undefined;
  historyDays?: number | undefined;
}

/** Whether somebody shows when they are there: people do, unless they or their organization say otherwise. */
export function sharesPresence(user: User): boolean {
  return user.isActive && !user.isBot && settingsOf(user).presence_enabled;
}

/** The presences of an organization's people: by ID in the slim form, by address in the older one. */
export async function presencesOf(
  services: Services,
  facts: FactSource,
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role'>,
  { slim, lastUpdateId = -1, historyDays = HISTORY_DAYS }: PresenceOptions,
): Promise<{ presences: Record<string, object>; lastUpdateId: number }> {
  const { organizationId } = caller;
  const presence = await presenceStore(services).of(organizationId);
  const upTo = presence.lastUpdateId;
  if ((await realmOf(facts)).settings.presence_disabled) return { presences: {}, lastUpdateId: upTo };
  const oldest = services.clock.now().getTime() - historyDays * 86_400_000;
  const wanted = new Map<number, PresenceTimes>();
  for (const { userId, stored } of presence.since(lastUpdateId))
    if (stored.connected >= oldest) wanted.set(userId, stored);
  const known = await knownPeople(facts, caller);
  const users = await findUsersByIds(facts, wanted.keys());
  const host = realmHost(services);
  const entries: [string, object][] = [];
  for (const [userId, times] of wanted) {
    const user = users.get(userId);
    if (!user || !sharesPresence(user) || !isKnown(known, userId)) continue;
    entries.push(slim ? [String(userId), slimPresence(times)] : [emailFor(caller, user, host), legacyPresence(times)]);
  }
  return { presences: Object.fromEntries(entries), lastUpdateId: upTo };
}

/** Returns a person's last presence; undefined if it is unknown or hidden. */
export async function presenceOf(
  services: Services,
  organizationId: string,
  user: User,
): Promise<PresenceTimes | undefined> {
  if (!sharesPresence(user)) return undefined;
  if ((await realmOf(services.state.of(organizationId))).settings.presence_disabled) return undefined;
  return (await presenceStore(services).of(organizationId)).people.get(user.id);
}
