import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { accessGroup, loadPeopleUnder } from './access.ts';

export const getUserGroupMembers = chatOperation({
  method: 'GET',
  path: '/user_groups/:user_group_id/members',
  since: 127,
  summary: 'Who is in a user group, through subgroups too',
  access: anyUser,
  params: { user_group_id: inPath(Id), direct_member_only: withDefault(json(Type.Boolean()), false) },
  answer: { members: Type.Array(Type.Integer()) },
  async read({ reader }, { user_group_id, direct_member_only }) {
    const { id, members } = await accessGroup(reader, user_group_id);
    return { members: direct_member_only ? members : await loadPeopleUnder(reader, [id]) };
  },
});
