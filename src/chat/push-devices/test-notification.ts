import { Type } from 'typebox';
import { anyUser, checkIsPerson } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { optional, text } from '../http/params.ts';
import { sendTest } from '../notifications/pushes/send-test.ts';
import { pushTargets } from './access.ts';

export const testNotification = chatOperation({
  method: 'POST',
  path: '/mobile_push/test_notification',
  since: 217,
  summary: "Send a test push to one of the caller's devices, or to all",
  access: anyUser,
  params: {
    token: optional(
      text(
        Type.String({ description: 'Token of the device that receives the test. Absent: all devices of the caller.' }),
      ),
    ),
  },
  answer: {},
  errors: ['INVALID_PUSH_DEVICE_TOKEN', 'PUSH_SERVICE_NOT_CONFIGURED'],
  async serve({ caller, services, whenGone }, { token }) {
    checkIsPerson(caller);
    const { database, secrets } = services;
    const targets = await pushTargets(database.reader.of(caller.organizationId), secrets, caller.userId);
    const meant = targets.filter((target) => !target.encrypted && (token === undefined || target.token === token));
    if (meant.length === 0) throw new ChatError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
    await sendTest(services, caller, meant, whenGone());
    return {};
  },
});
