import type { Reader } from '../../platform/db/reader.ts';
import { isAdministrator, Role } from '../http/caller.ts';
import { groupIdsOfUsers, holdsGroupSetting } from '../user-groups/access.ts';
import type { Channel } from './channel.ts';

/** `hasMetadataAccess` of many people and channels apart from their subscriptions, in one query. */
export async function unsubscribedWithMetadataAccess(
  reader: Reader,
  organizationId: string,
  people: readonly { id: number; role: Role }[],
): Promise<(personId: number, channel: Channel) => boolean> {
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  const groups = await groupIdsOfUsers(reader, organizationId, [...roles.keys()]);
  return (personId, channel) => {
    const role = roles.get(personId);
    if (role === undefined) return false;
    if (channel.isWebPublic || isAdministrator({ role })) return true;
    if (role === Role.guest) return false;
    if (!channel.inviteOnly) return true;
    const { can_administer_channel_group, can_subscribe_group, can_add_subscribers_group } = channel.permissions;
    return [can_administer_channel_group, can_subscribe_group, can_add_subscribers_group].some((value) =>
      holdsGroupSetting(groups.get(personId)!, personId, value),
    );
  };
}
