import { Role } from '../http/caller.ts';
import { type GroupSettingValue, holdsGroupSetting } from '../user-groups/group-setting.ts';
import type { Channel } from './channel.ts';
import type { ChannelPermission } from './permissions.ts';

/** Permissions of a private channel that let their holders in, and so let them read it (spec: chat 4.3). */
export const entryPermissions = [
  'can_subscribe_group',
  'can_add_subscribers_group',
] as const satisfies ChannelPermission[];

/** Fields of a channel that decide who may read it. */
export type GuardedChannel = Pick<Channel, 'isWebPublic' | 'inviteOnly'> & {
  /** Values of the entry permissions. */
  entryGroups: readonly GroupSettingValue[];
};

/** Fields of a person that decide which channels they may read. */
export interface ChannelReader {
  userId: number;
  role: number;
  isSubscribed: boolean;
  /** Every group that the person is in, also through subgroups. */
  groupIds: ReadonlySet<number>;
}

/** Whether everybody of the role may read the channel, subscribed or not. */
export function isReadByRole(channel: Pick<Channel, 'isWebPublic' | 'inviteOnly'>, role: number): boolean {
  return channel.isWebPublic || (!channel.inviteOnly && role !== Role.guest);
}

/**
 * The one rule for who may read a channel's messages: everybody of a role that it is public to, its subscribers, and
 * whoever may bring themselves in. In a channel with protected history the messages must also have come to them.
 */
export function mayReadChannel(channel: GuardedChannel, reader: ChannelReader): boolean {
  if (isReadByRole(channel, reader.role) || reader.isSubscribed) return true;
  if (reader.role === Role.guest) return false;
  return channel.entryGroups.some((value) => holdsGroupSetting(reader.groupIds, reader.userId, value));
}

/** The values of a channel's entry permissions. */
export function entryGroupsOf({ permissions }: Pick<Channel, 'permissions'>): GroupSettingValue[] {
  return entryPermissions.map((name) => permissions[name]);
}
