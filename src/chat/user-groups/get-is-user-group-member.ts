import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { described } from '../../platform/http/described.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { accessKnownUser } from '../users/access.ts';
import { accessGroup, isMemberOfGroup } from './access.ts';

export const getIsUserGroupMember = chatOperation({
  method: 'GET',
  path: '/user_groups/:user_group_id/members/:user_id',
  since: 127,
  summary: 'Check whether a person is in a user group, also through subgroups',
  access: anyUser,
  params: {
    user_group_id: inPath(described(Id, 'ID of the group to look in.')),
    user_id: inPath(described(Id, 'ID of the person to look for.')),
    direct_member_only: withDefault(
      json(Type.Boolean({ description: 'Whether membership through a subgroup does not count.' })),
      false,
    ),
  },
  answer: { is_user_group_member: Type.Boolean({ description: 'True if the user is in the group.' }) },
  async read({ caller, reader }, { user_group_id, user_id, direct_member_only }) {
    const group = await accessGroup(reader, user_group_id);
    const user = await accessKnownUser(uncachedFacts(reader), caller, user_id);
    return {
      is_user_group_member: await isMemberOfGroup(reader, group, user.id, !direct_member_only),
    };
  },
});
