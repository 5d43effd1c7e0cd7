import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { ChatError } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { optional, text } from '../http/params.ts';
import { deliveryNotConfigured } from './delivery.ts';
import { hasToken } from './queries.ts';
import { refuseBots } from './tokens.ts';

export const testNotification = chatOperation({
  method: 'POST',
  path: '/mobile_push/test_notification',
  since: 217,
  summary: "Send a test push to one of the caller's devices, or to all",
  access: anyUser,
  params: { token: optional(text(Type.String())) },
  answer: {},
  errors: ['INVALID_PUSH_DEVICE_TOKEN', 'PUSH_SERVICE_NOT_CONFIGURED'],
  async write({ tx, caller }, { token }) {
    refuseBots(caller);
    if (!(await hasToken(tx, caller.organizationId, caller.userId, token)))
      throw new ChatError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
    throw deliveryNotConfigured();
  },
});
