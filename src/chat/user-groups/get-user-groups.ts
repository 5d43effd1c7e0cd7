import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json, withDefault } from '../http/params.ts';
import { presentedUserGroups } from './access.ts';
import { UserGroupObject } from './present.ts';

export const getUserGroups = chatOperation({
  method: 'GET',
  path: '/user_groups',
  summary: 'List the user groups of the organization, including system groups',
  access: anyUser,
  params: {
    include_deactivated_groups: withDefault(
      json(Type.Boolean({ description: 'Whether the list has deactivated groups.' })),
      false,
    ),
  },
  answer: { user_groups: Type.Array(UserGroupObject, { description: 'Groups with their members and permissions.' }) },
  async read({ caller, services, reader }, { include_deactivated_groups }) {
    const { organizationId } = caller;
    return {
      user_groups: await presentedUserGroups(reader, services.state.of(organizationId), include_deactivated_groups),
    };
  },
});
