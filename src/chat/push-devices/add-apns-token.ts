import { Type } from 'typebox';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { text } from '../http/params.ts';
import { doAddToken } from './actions.ts';
import { checkAppId, checkToken, token } from './tokens.ts';

/** spec: chat 4.13 */
export const addApnsToken = chatOperation({
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary: "Store the push token of the caller's iOS device",
  access: anyUser,
  params: { token, appid: text(Type.String({ description: 'Bundle ID of the iOS app.' })) },
  answer: {},
  async write({ tx, caller }, { token, appid }) {
    checkIsPerson(caller);
    const given = { kind: 'apns', token: checkToken('apns', token), appId: checkAppId(appid) } as const;
    await doAddToken(tx, caller.userId, given);
    return {};
  },
});
