import { Type } from 'typebox';
import { systemGroupIds } from '../../user-groups/access.ts';
import { GroupSettingValue } from '../../user-groups/group-setting.ts';
import { defineInitialState } from './initial-state.ts';
import { loadUserGroups } from './queries.ts';

const permissionNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;

export const userGroups = defineInitialState({
  types: ['realm_user_groups', 'user_group'],
  fields: {
    realm_user_groups: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String(),
          description: Type.String(),
          creator_id: Type.Union([Type.Integer(), Type.Null()]),
          date_created: Type.Union([Type.Integer(), Type.Null()]),
          is_system_group: Type.Boolean(),
          deactivated: Type.Boolean(),
          members: Type.Array(Type.Integer()),
          direct_subgroup_ids: Type.Array(Type.Integer()),
          ...(Object.fromEntries(permissionNames.map((name) => [name, GroupSettingValue])) as Record<
            (typeof permissionNames)[number],
            typeof GroupSettingValue
          >),
        },
        { additionalProperties: false },
      ),
    ),
  },
  async load({ reader, facts, caller, options }) {
    const groups = await loadUserGroups(reader, caller.organizationId);
    const system = await systemGroupIds(facts, caller.organizationId);
    const fallback = {
      can_add_members_group: system['role:nobody'],
      can_join_group: system['role:nobody'],
      can_leave_group: system['role:everyone'],
      can_manage_group: system['role:nobody'],
      can_mention_group: system['role:everyone'],
      can_remove_members_group: system['role:nobody'],
    };
    return {
      realm_user_groups: groups
        .filter(({ deactivated }) => !deactivated || options.capabilities.include_deactivated_groups)
        .map((group) => ({
          id: group.id,
          name: group.name,
          description: group.description,
          creator_id: group.creatorId,
          date_created: group.dateCreated,
          is_system_group: group.isSystemGroup,
          deactivated: group.deactivated,
          members: group.members,
          direct_subgroup_ids: group.subgroupIds,
          ...fallback,
          ...group.permissions,
        })),
    };
  },
});
