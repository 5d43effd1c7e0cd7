import type { Reducer } from '../state.ts';

export const applyMutedUsers: Reducer<{ muted_users: unknown[] }> = (state, { muted_users }, touched) => {
  state.fields.muted_users = muted_users;
  touched.add('muted_users');
};
