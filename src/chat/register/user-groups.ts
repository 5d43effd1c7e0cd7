import { Type } from 'typebox';
import { JsonValueText } from '../../platform/http/json-text.ts';
import { userGroupsAsJson } from '../user-groups/access.ts';
import { UserGroupObject } from '../user-groups/present.ts';
import { defineInitialState } from './initial-state.ts';

export const userGroups = defineInitialState({
  types: ['realm_user_groups', 'user_group'],
  fields: {
    realm_user_groups: Type.Array(UserGroupObject, { description: 'User groups with their members and permissions.' }),
  },
  async load({ facts, options }) {
    const includeDeactivated = options.capabilities.include_deactivated_groups ?? false;
    return { realm_user_groups: new JsonValueText(await userGroupsAsJson(facts, includeDeactivated)) };
  },
});
