import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingRule, GroupSettingValue } from '../user-groups/group-setting.ts';

interface ChannelPermissionRule extends GroupSettingRule {
  /** Default holder of the permission in a new channel; `creator`: the channel's creator. */
  fallback: SystemGroupName | 'creator';
}

const noOutsiders: readonly SystemGroupName[] = ['role:internet'];
const noGuests: readonly SystemGroupName[] = ['role:internet', 'role:everyone'];

/**
 * The permissions that a channel gives (spec: chat 4.3). Most add to what the organization's permission of the same
 * kind gives; so they hold nobody by default, and `can_send_message_group` alone holds everyone.
 */
export const channelPermissions = {
  can_add_subscribers_group: { fallback: 'role:nobody', forbidden: noGuests },
  can_administer_channel_group: { fallback: 'creator', forbidden: noGuests },
  can_delete_any_message_group: { fallback: 'role:nobody', forbidden: noOutsiders },
  can_delete_own_message_group: { fallback: 'role:nobody', forbidden: noOutsiders },
  can_move_messages_out_of_channel_group: { fallback: 'role:nobody', forbidden: noOutsiders },
  can_move_messages_within_channel_group: { fallback: 'role:nobody', forbidden: noOutsiders },
  can_remove_subscribers_group: { fallback: 'role:administrators', forbidden: noOutsiders },
  can_resolve_topics_group: { fallback: 'role:nobody', forbidden: noOutsiders },
  can_send_message_group: { fallback: 'role:everyone', forbidden: noOutsiders },
  can_subscribe_group: { fallback: 'role:nobody', forbidden: noGuests },
} as const satisfies Record<string, ChannelPermissionRule>;

export type ChannelPermission = keyof typeof channelPermissions;
export const channelPermissionNames = Object.keys(channelPermissions) as ChannelPermission[];

/** The same for each permission: they come as parameters of one kind. */
export function forEachPermission<T>(param: T): Record<ChannelPermission, T> {
  return Object.fromEntries(channelPermissionNames.map((name) => [name, param])) as Record<ChannelPermission, T>;
}

/** All permissions of a channel: those given, and for the rest the default. */
export function completeChannelPermissions(
  given: Readonly<Partial<Record<string, GroupSettingValue>>>,
  groups: Readonly<Record<SystemGroupName, number>>,
  creatorId: number | null,
): Record<ChannelPermission, GroupSettingValue> {
  return Object.fromEntries(
    channelPermissionNames.map((name) => {
      const { fallback } = channelPermissions[name];
      if (given[name] !== undefined) return [name, given[name]];
      if (fallback !== 'creator') return [name, groups[fallback]];
      return [name, creatorId === null ? groups['role:nobody'] : { direct_members: [creatorId], direct_subgroups: [] }];
    }),
  ) as Record<ChannelPermission, GroupSettingValue>;
}
