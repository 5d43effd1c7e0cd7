import type { FactSource } from '../../platform/events/facts.ts';
import {
  type Channel,
  hasChannelPermission,
  hasContentAccess,
  isSubscribed,
  mayAdminister,
} from '../channels/access.ts';
import { type ChatCaller, isAdministrator, Role } from '../http/caller.ts';
import { realmOf } from '../realms/access.ts';
import { isInGroupSetting } from '../user-groups/access.ts';

/** Whether the caller may subscribe themselves; who is subscribed already may. */
export async function maySubscribeSelf(facts: FactSource, caller: ChatCaller, channel: Channel): Promise<boolean> {
  // A guest reads a public channel only when brought in, but a web-public one anyhow.
  return hasContentAccess(facts, caller, channel);
}

/** Whether the caller may subscribe other people. */
export async function maySubscribeOthers(facts: FactSource, caller: ChatCaller, channel: Channel): Promise<boolean> {
  if (caller.role === Role.guest) return false;
  if (await hasChannelPermission(facts, caller, channel, 'can_add_subscribers_group')) return true;
  if (!(await hasContentAccess(facts, caller, channel))) return false;
  if (await mayAdminister(facts, caller, channel)) return true;
  const { permissions } = await realmOf(facts);
  return isInGroupSetting(facts, caller, permissions.can_add_subscribers_group);
}

/** Whether the caller may unsubscribe other people. */
export async function mayUnsubscribeOthers(facts: FactSource, caller: ChatCaller, channel: Channel): Promise<boolean> {
  if (isAdministrator(caller) || (await mayAdminister(facts, caller, channel))) return true;
  if (!(await hasChannelPermission(facts, caller, channel, 'can_remove_subscribers_group'))) return false;
  return !channel.inviteOnly || isSubscribed(facts, channel.id, caller.userId);
}
