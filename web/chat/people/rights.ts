import { channelReader, isOrganizationAdministrator } from '../../store/chat/select/channels.ts';
import { isHolder } from '../../store/chat/select/holders.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { PermissionHolders, UserGroup } from '../../store/wire/chat.ts';

type GroupPermission = Extract<keyof UserGroup, `can_${string}`>;

/** Permissions of the organization about people. */
type RealmPermission =
  | 'realm_can_invite_users_group'
  | 'realm_create_multiuse_invite_group'
  | 'realm_can_create_groups'
  | 'realm_can_manage_all_groups'
  | 'realm_can_add_subscribers_group';

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

/** Whether the person may subscribe others in general. */
export const maySubscribeSomebody = (state: ChatState): boolean =>
  isOrganizationAdministrator(channelReader(state)) || holdsRealm(state, 'realm_can_add_subscribers_group');
