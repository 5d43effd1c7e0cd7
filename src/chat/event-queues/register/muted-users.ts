import { Type } from 'typebox';
import { loadMutedUsers } from '../../muted-users/access.ts';
import { MutedUserObject, presentMutedUser } from '../../muted-users/muted-user.ts';
import { defineInitialState } from './initial-state.ts';

export const mutedUsers = defineInitialState({
  types: ['muted_users'],
  fields: { muted_users: Type.Array(MutedUserObject) },
  async load({ reader, caller }) {
    return { muted_users: (await loadMutedUsers(reader, caller.organizationId, caller.userId)).map(presentMutedUser) };
  },
});
