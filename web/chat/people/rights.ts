import { isHolder } from '../../store/chat/select/holders.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Channel, PermissionHolders, UserGroup } from '../../store/wire/chat.ts';

type GroupPermission = Extract<keyof UserGroup, `can_${string}`>;

/** Permissions of the organization about people. */
type RealmPermission =
  | 'realm_can_invite_users_group'
  | 'realm_create_multiuse_invite_group'
  | 'realm_can_create_groups'
  | 'realm_can_manage_all_groups'
  | 'realm_can_add_subscribers_group';

const ADMINISTRATOR = 200;

export const isAdministrator = (state: ChatState): boolean =>
  (state.users.get(state.ownUserId)?.role ?? 600) <= ADMINISTRATOR;

/** Whether the person holds a permission of the organization. */
export function holdsRealm(state: ChatState, name: RealmPermission): boolean {
  const holders = state.fields[name] as PermissionHolders | undefined;
  return holders !== undefined && isHolder(state, holders, state.ownUserId);
}

/** Whether the person may invite somebody in any form, and so sees invitations. */
export const mayInvite = (state: ChatState): boolean =>
  holdsRealm(state, 'realm_can_invite_users_group') || holdsRealm(state, 'realm_create_multiuse_invite_group');

/** Whether the person may change a group: name, description, permissions, members. */
export function mayManage(state: ChatState, group: UserGroup, ...others: GroupPermission[]): boolean {
  if (group.is_system_group) return false;
  if (holdsRealm(state, 'realm_can_manage_all_groups')) return true;
  return ['can_manage_group' as const, ...others].some((name) => isHolder(state, group[name], state.ownUserId));
}

export const mayAddTo = (state: ChatState, group: UserGroup): boolean =>
  mayManage(state, group, 'can_add_members_group');

export const mayRemoveFrom = (state: ChatState, group: UserGroup): boolean =>
  mayManage(state, group, 'can_remove_members_group');

export const mayJoin = (state: ChatState, group: UserGroup): boolean =>
  mayManage(state, group, 'can_add_members_group', 'can_join_group');

export const mayLeave = (state: ChatState, group: UserGroup): boolean =>
  mayManage(state, group, 'can_remove_members_group', 'can_leave_group');

const GUEST = 600;

/** Whether the person may subscribe others to a channel. */
export function maySubscribeTo(state: ChatState, channel: Channel): boolean {
  const own = state.users.get(state.ownUserId);
  if (channel.is_archived || !own || own.role === GUEST) return false;
  if (isHolder(state, channel.can_add_subscribers_group, own.user_id)) return true;
  const isReadable = state.subscriptions.has(channel.stream_id) || !channel.invite_only;
  if (!isReadable) return false;
  return maySubscribeSomebody(state) || isHolder(state, channel.can_administer_channel_group, own.user_id);
}

/** Whether the person may subscribe others in general. */
export const maySubscribeSomebody = (state: ChatState): boolean =>
  isAdministrator(state) || holdsRealm(state, 'realm_can_add_subscribers_group');
