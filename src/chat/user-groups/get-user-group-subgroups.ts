import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { accessGroup, subgroupIdsOfGroup } from './access.ts';

export const getUserGroupSubgroups = chatOperation({
  method: 'GET',
  path: '/user_groups/:user_group_id/subgroups',
  since: 127,
  summary: 'List the subgroups of a user group, and those below them',
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group whose subgroups are listed.')),
    direct_subgroup_only: withDefault(
      json(Type.Boolean({ description: 'Whether groups below the subgroups are left out.' })),
      false,
    ),
  },
  answer: { subgroups: Type.Array(Type.Integer(), { description: 'IDs of the groups in the group.' }) },
  async read({ reader }, { user_group_id, direct_subgroup_only }) {
    const group = await accessGroup(reader, user_group_id);
    return { subgroups: [...(await subgroupIdsOfGroup(reader, group, !direct_subgroup_only))] };
  },
});
