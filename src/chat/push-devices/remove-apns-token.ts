import { anyUser, checkIsPerson } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { doRemoveToken } from './actions.ts';
import { checkToken, token } from './tokens.ts';

export const removeApnsToken = chatOperation({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: "Delete the push token of the caller's iOS device",
  access: anyUser,
  params: { token },
  answer: {},
  async write({ tx, caller }, { token }) {
    checkIsPerson(caller);
    if (!(await doRemoveToken(tx, caller.userId, 'apns', checkToken('apns', token))))
      throw badRequest('Token does not exist');
    return {};
  },
});
