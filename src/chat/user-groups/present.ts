import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { GroupSettingValue } from './group-setting.ts';
import { completeGroupPermissions, forEachGroupPermission } from './permissions.ts';
import type { UserGroupRow } from './queries.ts';

/** A user group on the wire. client: go-zulip takes these fields and no others. */
export const UserGroupObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the group. It never changes.' }),
    name: Type.String({ description: 'Name of the group. Names of system groups start with `role:`.' }),
    description: Type.String({ description: 'What the group is for. May be empty.' }),
    creator_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who created the group. Null for system groups, or if it is not known.',
    }),
    /** UNIX seconds. */
    date_created: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When the group was created, in UNIX seconds. Null for system groups, or if it is not known.',
    }),
    is_system_group: Type.Boolean({ description: 'Whether the group stands for a role and cannot be changed.' }),
    deactivated: Type.Boolean({
      description: 'Whether the group is no longer used. It cannot be mentioned or hold permissions.',
    }),
    members: Type.Array(Type.Integer(), {
      description: 'IDs of the people who are in the group by themselves, not through a subgroup.',
    }),
    direct_subgroup_ids: Type.Array(Type.Integer(), {
      description: 'IDs of the groups whose members are in this group as well.',
    }),
    ...forEachGroupPermission((sentence) => described(GroupSettingValue, sentence)),
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
