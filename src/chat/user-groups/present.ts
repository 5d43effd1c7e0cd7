import { type Static, Type } from 'typebox';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { GroupSettingValue } from './group-setting.ts';
import { completeGroupPermissions } from './permissions.ts';
import type { UserGroupRow } from './queries.ts';

/** A user group on the wire. client: go-zulip takes these fields and no others. */
export const UserGroupObject = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    creator_id: Type.Union([Type.Integer(), Type.Null()]),
    /** UNIX seconds. */
    date_created: Type.Union([Type.Integer(), Type.Null()]),
    is_system_group: Type.Boolean(),
    deactivated: Type.Boolean(),
    members: Type.Array(Type.Integer()),
    direct_subgroup_ids: Type.Array(Type.Integer()),
    can_add_members_group: GroupSettingValue,
    can_join_group: GroupSettingValue,
    can_leave_group: GroupSettingValue,
    can_manage_group: GroupSettingValue,
    can_mention_group: GroupSettingValue,
    can_remove_members_group: GroupSettingValue,
  },
  { additionalProperties: false },
);
export type UserGroupObject = Static<typeof UserGroupObject>;

/** @param system IDs of the organization's system groups */
export function presentUserGroup(
  group: UserGroupRow,
  system: Readonly<Record<SystemGroupName, number>>,
): UserGroupObject {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    creator_id: group.creatorId,
    date_created: group.dateCreated && Math.floor(group.dateCreated.getTime() / 1000),
    is_system_group: group.isSystemGroup,
    deactivated: group.deactivated,
    members: group.members,
    direct_subgroup_ids: group.subgroupIds,
    ...completeGroupPermissions(group.permissions, system),
  };
}
