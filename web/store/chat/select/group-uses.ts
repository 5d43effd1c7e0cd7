import type { PermissionHolders, UserGroup } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { byName } from './names.ts';

/** Permissions of the organization that can be given to a group, as the registration names them. */
export const REALM_PERMISSIONS = [
  'realm_can_access_all_users_group',
  'realm_can_add_custom_emoji_group',
  'realm_can_add_subscribers_group',
  'realm_can_create_bots_group',
  'realm_can_create_groups',
  'realm_can_create_private_channel_group',
  'realm_can_create_public_channel_group',
  'realm_can_create_web_public_channel_group',
  'realm_can_delete_any_message_group',
  'realm_can_delete_own_message_group',
  'realm_can_invite_users_group',
  'realm_can_manage_all_groups',
  'realm_can_manage_billing_group',
  'realm_can_mention_many_users_group',
  'realm_can_move_messages_between_channels_group',
  'realm_can_move_messages_between_topics_group',
  'realm_can_resolve_topics_group',
  'realm_can_set_delete_message_policy_group',
  'realm_can_set_topics_policy_group',
  'realm_can_summarize_topics_group',
  'realm_create_multiuse_invite_group',
  'realm_direct_message_initiator_group',
  'realm_direct_message_permission_group',
] as const;

export type RealmPermissionName = (typeof REALM_PERMISSIONS)[number];

/** The permissions of a channel, in the order in which people ask for them. */
export const CHANNEL_PERMISSIONS = [
  'can_send_message_group',
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_resolve_topics_group',
  'can_move_messages_within_channel_group',
  'can_move_messages_out_of_channel_group',
  'can_delete_own_message_group',
  'can_delete_any_message_group',
] as const;

export type ChannelPermissionName = (typeof CHANNEL_PERMISSIONS)[number];

export const GROUP_PERMISSIONS = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const;

export type GroupPermissionName = (typeof GROUP_PERMISSIONS)[number];

/** Places in which a group is used, as far as the person may know of them. */
export interface GroupUses {
  /** Groups that have it as a subgroup. */
  parents: readonly UserGroup[];
  realm: readonly RealmPermissionName[];
  channels: readonly { channelId: number; permissions: readonly ChannelPermissionName[] }[];
  groups: readonly { groupId: number; permissions: readonly GroupPermissionName[] }[];
}

export function groupUses(state: ChatState, id: number): GroupUses {
  const groups = [...state.groups.values()]
    .filter((group) => group.id !== id && !group.deactivated)
    .sort((one, other) => byName(one.name, other.name));
  const channels = [...state.channels.values()].sort((one, other) => byName(one.name, other.name));
  return {
    parents: groups.filter(({ direct_subgroup_ids }) => direct_subgroup_ids.includes(id)),
    realm: REALM_PERMISSIONS.filter((name) => isNamed(state.fields[name] as PermissionHolders | undefined, id)),
    channels: channels.flatMap((channel) => {
      const permissions = CHANNEL_PERMISSIONS.filter((name) => isNamed(channel[name], id));
      return permissions.length > 0 ? [{ channelId: channel.stream_id, permissions }] : [];
    }),
    groups: groups.flatMap((group) => {
      const permissions = GROUP_PERMISSIONS.filter((name) => isNamed(group[name], id));
      return permissions.length > 0 ? [{ groupId: group.id, permissions }] : [];
    }),
  };
}

export const isUsed = ({ parents, realm, channels, groups }: GroupUses): boolean =>
  parents.length + realm.length + channels.length + groups.length > 0;

function isNamed(holders: PermissionHolders | undefined, id: number): boolean {
  return typeof holders === 'number' ? holders === id : (holders?.direct_subgroups.includes(id) ?? false);
}
