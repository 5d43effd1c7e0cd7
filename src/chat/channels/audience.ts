import type { AudienceTag } from '../events/emit.ts';
import type { Channel } from './channel.ts';

/**
 * Who hears of a channel as such: everybody who may know of it. People that know of a private channel only through a
 * group's permission are reached when they are named in it directly; others learn of changes when they register.
 */
export function audienceOfChannel(channel: Channel): AudienceTag[] {
  if (channel.isWebPublic) return ['organization'];
  if (!channel.inviteOnly) return ['members', `channel:${channel.id}`];
  const { can_administer_channel_group, can_subscribe_group, can_add_subscribers_group } = channel.permissions;
  const named = new Set(
    [can_administer_channel_group, can_subscribe_group, can_add_subscribers_group].flatMap((value) =>
      typeof value === 'number' ? [] : value.direct_members,
    ),
  );
  return ['administrators', `channel:${channel.id}`, ...[...named].map((id): AudienceTag => `user:${id}`)];
}

export function audienceOfUsers(userIds: Iterable<number>): AudienceTag[] {
  return [...userIds].map((id): AudienceTag => `user:${id}`);
}
