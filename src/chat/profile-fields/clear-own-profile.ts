import { Type } from 'typebox';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json } from '../http/params.ts';
import { doUpdateProfile } from './actions.ts';
import { MAX_FIELDS } from './profile-field.ts';

export const clearOwnProfile = chatOperation({
  method: 'DELETE',
  path: '/users/me/profile_data',
  summary: "Clear fields of the caller's own profile",
  access: anyUser,
  params: {
    data: json(Type.Array(Id, { maxItems: MAX_FIELDS, description: 'IDs of the fields whose values are deleted.' })),
  },
  answer: {},
  async write({ tx, services, caller }, { data }) {
    checkIsPerson(caller);
    const cleared = data.map((id) => ({ id, value: null }));
    await doUpdateProfile(tx, services, caller, caller.userId, cleared);
    return {};
  },
});
