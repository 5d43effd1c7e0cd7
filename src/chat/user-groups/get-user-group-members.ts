import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { accessGroup, loadPeopleUnder } from './access.ts';

export const getUserGroupMembers = chatOperation({
  method: 'GET',
  path: '/user_groups/:user_group_id/members',
  since: 127,
  summary: 'List the people in a user group, also through subgroups',
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group whose people are listed.')),
    direct_member_only: withDefault(
      json(Type.Boolean({ description: 'Whether people who are in a subgroup only are left out.' })),
      false,
    ),
  },
  answer: { members: Type.Array(Type.Integer(), { description: 'User IDs of the people in the group.' }) },
  async read({ reader }, { user_group_id, direct_member_only }) {
    const { id, members } = await accessGroup(reader, user_group_id);
    return { members: direct_member_only ? members : await loadPeopleUnder(reader, [id]) };
  },
});
