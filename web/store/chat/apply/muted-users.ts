import type { Reducer } from '../state.ts';

export const applyMutedUsers: Reducer<{ muted_users: unknown[] }> = (state, { muted_users }) => {
  state.fields.muted_users = muted_users;
};
