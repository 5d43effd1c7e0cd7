import { described } from '../../platform/http/described.ts';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { json } from '../http/params.ts';
import { doUpdateProfile } from './actions.ts';
import { ProfileValues } from './field-params.ts';

export const updateOwnProfile = chatOperation({
  method: 'PATCH',
  path: '/users/me/profile_data',
  summary: "Change the caller's own profile",
  access: anyUser,
  params: { data: json(described(ProfileValues, 'New values by field. Other fields stay as they are.')) },
  answer: {},
  async write({ tx, services, caller }, { data }) {
    checkIsPerson(caller);
    await doUpdateProfile(tx, services, caller, caller.userId, data);
    return {};
  },
});
