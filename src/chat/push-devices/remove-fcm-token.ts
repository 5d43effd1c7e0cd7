import { anyUser, checkIsPerson } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { doRemoveToken } from './actions.ts';
import { checkToken, token } from './tokens.ts';

export const removeFcmToken = chatOperation({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: "Delete the push token of the caller's Android device",
  access: anyUser,
  params: { token },
  answer: {},
  async write({ tx, caller }, { token }) {
    checkIsPerson(caller);
    if (!(await doRemoveToken(tx, caller.userId, 'fcm', checkToken('fcm', token))))
      throw badRequest('Token does not exist');
    return {};
  },
});
