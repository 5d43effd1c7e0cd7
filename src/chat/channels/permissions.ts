import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingRule, GroupSettingValue } from '../user-groups/group-setting.ts';

interface ChannelPermissionRule extends GroupSettingRule {
  /** Sentence for the documents of the API. */
  description: string;
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
  can_add_subscribers_group: {
    fallback: 'role:nobody',
    forbidden: noGuests,
    description: 'Who may subscribe other people to the channel.',
  },
  can_administer_channel_group: {
    fallback: 'creator',
    forbidden: noGuests,
    description: 'Who may change the channel. Organization administrators always may.',
  },
  can_delete_any_message_group: {
    fallback: 'role:nobody',
    forbidden: noOutsiders,
    description: "Who may delete other people's messages in the channel.",
  },
  can_delete_own_message_group: {
    fallback: 'role:nobody',
    forbidden: noOutsiders,
    description: 'Who may delete their own messages in the channel.',
  },
  can_move_messages_out_of_channel_group: {
    fallback: 'role:nobody',
    forbidden: noOutsiders,
    description: 'Who may move messages from the channel to another one.',
  },
  can_move_messages_within_channel_group: {
    fallback: 'role:nobody',
    forbidden: noOutsiders,
    description: 'Who may move messages to another topic of the channel.',
  },
  can_remove_subscribers_group: {
    fallback: 'role:administrators',
    forbidden: noOutsiders,
    description: 'Who may unsubscribe other people from the channel.',
  },
  can_resolve_topics_group: {
    fallback: 'role:nobody',
    forbidden: noOutsiders,
    description: 'Who may mark topics of the channel as resolved.',
  },
  can_send_message_group: {
    fallback: 'role:everyone',
    forbidden: noOutsiders,
    description: 'Who may write messages in the channel.',
  },
  can_subscribe_group: {
    fallback: 'role:nobody',
    forbidden: noGuests,
    description: 'Who may subscribe themselves to the channel, even if it is private.',
  },
} as const satisfies Record<string, ChannelPermissionRule>;

export type ChannelPermission = keyof typeof channelPermissions;
export const channelPermissionNames = Object.keys(channelPermissions) as ChannelPermission[];

/** A parameter or schema for each permission, with the permission's sentence. */
export function forEachPermission<T>(make: (description: string) => T): Record<ChannelPermission, T> {
  return Object.fromEntries(
    channelPermissionNames.map((name) => [name, make(channelPermissions[name].description)]),
  ) as Record<ChannelPermission, T>;
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
