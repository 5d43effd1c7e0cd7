import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, inPath, json, withDefault } from '../http/params.ts';
import { accessKnownUser } from '../users/access.ts';
import { accessGroup, isMemberOfGroup } from './access.ts';

export const getIsUserGroupMember = chatOperation({
  method: 'GET',
  path: '/user_groups/:user_group_id/members/:user_id',
  since: 127,
  summary: 'Whether a person is in a user group, through subgroups too',
  access: anyUser,
  params: {
    user_group_id: inPath(Id),
    user_id: inPath(Id),
    direct_member_only: withDefault(json(Type.Boolean()), false),
  },
  answer: { is_user_group_member: Type.Boolean() },
  async read({ caller, reader }, { user_group_id, user_id, direct_member_only }) {
    const group = await accessGroup(reader, user_group_id);
    const user = await accessKnownUser(uncachedFacts(reader), caller, user_id);
    return {
      is_user_group_member: await isMemberOfGroup(reader, group, user.id, !direct_member_only),
    };
  },
});
