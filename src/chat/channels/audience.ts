import type { Reader } from '../../platform/db/reader.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import type { AudienceTag } from '../events/emit.ts';
import { Role } from '../http/caller.ts';
import { membersOfGroups, systemGroupIds } from '../user-groups/access.ts';
import { groupsIn, membersIn } from '../user-groups/group-setting.ts';
import type { Channel } from './channel.ts';
import { entryGroupsOf } from './content-access.ts';
import { loadPeople } from './queries.ts';

/** The audience of a channel's own events: everybody who may know of it (`hasMetadataAccess`). */
export async function audienceOfChannel(reader: Reader, channel: Channel): Promise<AudienceTag[]> {
  return (await audiencesOfChannels(reader, [channel]))(channel);
}

/** `audienceOfChannel` for several channels, in a constant number of queries. */
export async function audiencesOfChannels(
  reader: Reader,
  channels: readonly Channel[],
): Promise<(channel: Channel) => AudienceTag[]> {
  const valuesOf = (channel: Channel) => [...entryGroupsOf(channel), channel.permissions.can_administer_channel_group];
  const values = channels.filter(({ inviteOnly }) => inviteOnly).flatMap(valuesOf);
  const system = values.length > 0 ? await systemGroupIds(uncachedFacts(reader)) : undefined;
  // All but guests have a tag of their own; so have administrators, who know every channel.
  const wide: readonly (number | undefined)[] = [system?.['role:everyone'], system?.['role:members']];
  const tagged = [...wide, system?.['role:administrators'], system?.['role:owners'], system?.['role:nobody']];
  const groupIds = [...new Set(values.flatMap(groupsIn))].filter((id) => !tagged.includes(id));
  const members = await membersOfGroups(reader, groupIds);
  const namedIds = [...new Set(values.flatMap(membersIn))];
  const people = namedIds.length > 0 ? await loadPeople(reader, namedIds) : [];
  // A guest who is named holds no permission.
  const namable = new Set(people.filter(({ role }) => role !== Role.guest).map(({ id }) => id));
  return (channel) => {
    if (channel.isWebPublic) return ['organization'];
    if (!channel.inviteOnly) return ['members', `channel:${channel.id}`];
    const groups = valuesOf(channel).flatMap(groupsIn);
    if (groups.some((id) => wide.includes(id))) return ['members', `channel:${channel.id}`];
    const named = valuesOf(channel)
      .flatMap(membersIn)
      .filter((id) => namable.has(id));
    const holders = new Set([...named, ...groups.flatMap((id) => members.get(id) ?? [])]);
    return ['administrators', `channel:${channel.id}`, ...audienceOfUsers(holders)];
  };
}

export function audienceOfUsers(userIds: Iterable<number>): AudienceTag[] {
  return [...userIds].map((id): AudienceTag => `user:${id}`);
}
