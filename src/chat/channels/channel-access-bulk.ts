import type { Reader } from '../../platform/db/reader.ts';
import { isAdministrator, Role } from '../http/caller.ts';
import { groupIdsOfUsers } from '../user-groups/access.ts';
import { holdsGroupSetting } from '../user-groups/group-setting.ts';
import type { Channel } from './channel.ts';
import { entryGroupsOf, mayReadChannel } from './content-access.ts';

/** `hasMetadataAccess` of many people and channels apart from their subscriptions, in one query. */
export async function unsubscribedWithMetadataAccess(
  reader: Reader,
  people: readonly { id: number; role: Role }[],
): Promise<(personId: number, channel: Channel) => boolean> {
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  const groups = await groupIdsOfUsers(reader, [...roles.keys()]);
  return (personId, channel) => {
    const role = roles.get(personId);
    if (role === undefined) return false;
    if (isAdministrator({ role })) return true;
    const reader = { userId: personId, role, isSubscribed: false, groupIds: groups.get(personId)! };
    if (mayReadChannel({ ...channel, entryGroups: entryGroupsOf(channel) }, reader)) return true;
    const { can_administer_channel_group } = channel.permissions;
    return role !== Role.guest && holdsGroupSetting(reader.groupIds, personId, can_administer_channel_group);
  };
}
