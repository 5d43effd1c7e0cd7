import type { Holders } from '../../shared/group-setting/holders.ts';
import type { ChannelPermissionName } from '../../store/chat/select/group-uses.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { SupportedPermissions } from '../../store/wire/chat.ts';

interface PermissionTraits {
  /** Permission of the organization that gives the same in all channels. */
  everywhere?: `realm_can_${string}`;
  /** Role that always may. */
  always?: 'role:administrators';
}

/** Permissions that are also held by others than those whom a channel names. */
const TRAITS: Readonly<Partial<Record<ChannelPermissionName, PermissionTraits>>> = {
  can_add_subscribers_group: { everywhere: 'realm_can_add_subscribers_group' },
  can_remove_subscribers_group: { always: 'role:administrators' },
  can_administer_channel_group: { always: 'role:administrators' },
  can_resolve_topics_group: { everywhere: 'realm_can_resolve_topics_group' },
  can_move_messages_within_channel_group: { everywhere: 'realm_can_move_messages_between_topics_group' },
  can_move_messages_out_of_channel_group: { everywhere: 'realm_can_move_messages_between_channels_group' },
  can_delete_own_message_group: { everywhere: 'realm_can_delete_own_message_group' },
  can_delete_any_message_group: { everywhere: 'realm_can_delete_any_message_group', always: 'role:administrators' },
};

/** Changing these takes a permission of the organization. */
export const DELETE_PERMISSIONS: readonly ChannelPermissionName[] = [
  'can_delete_own_message_group',
  'can_delete_any_message_group',
];

/** These let people in, so only who can read the channel may give them. */
export const ENTRY_PERMISSIONS: readonly ChannelPermissionName[] = ['can_add_subscribers_group', 'can_subscribe_group'];

/** Returns the holders of a permission that the channel does not name: by the organization, a role, or since it is public. */
export function otherHolders(state: ChatState, permission: ChannelPermissionName, isPrivate: boolean): Holders[] {
  const { everywhere, always } = TRAITS[permission] ?? {};
  const name = permission === 'can_subscribe_group' && !isPrivate ? 'role:members' : always;
  const role = name && [...state.groups.values()].find((group) => group.is_system_group && group.name === name);
  const given = everywhere && (state.fields[everywhere] as Holders | undefined);
  return [...(given === undefined ? [] : [given]), ...(role ? [role.id] : [])];
}

/** Returns the groups that a permission can be given to. */
export function ruleOf(state: ChatState, permission: ChannelPermissionName): SupportedPermissions['stream'][string] {
  return (state.fields.server_supported_permission_settings as SupportedPermissions).stream[permission]!;
}
