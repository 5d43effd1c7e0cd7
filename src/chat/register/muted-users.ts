import { Type } from 'typebox';
import { MutedUserObject, mutedUserList, presentMutedUser } from '../muted-users/muted-user.ts';
import { loadItems } from '../owned-lists/access.ts';
import { defineInitialState } from './initial-state.ts';

export const mutedUsers = defineInitialState({
  types: ['muted_users'],
  fields: { muted_users: Type.Array(MutedUserObject, { description: 'People whom the caller muted.' }) },
  async load({ reader, caller }) {
    return { muted_users: (await loadItems(reader, mutedUserList, caller)).map(presentMutedUser) };
  },
});
