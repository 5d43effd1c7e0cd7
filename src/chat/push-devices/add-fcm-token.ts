import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { doAddToken } from './actions.ts';
import { checkToken, token } from './tokens.ts';

export const addFcmToken = chatOperation({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary: "Store the push token of the caller's Android device",
  access: anyUser,
  params: { token },
  answer: {},
  async write({ tx, caller }, { token }) {
    checkIsPerson(caller);
    const given = { kind: 'fcm', token: checkToken('fcm', token), appId: null } as const;
    await doAddToken(tx, caller.userId, given);
    return {};
  },
});
