import { Type } from 'typebox';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';

export const getPushKey = dispatchOperation({
  method: 'GET',
  path: '/driver/push-subscription',
  summary: 'Get the key with which a browser subscribes to pushes',
  access: 'worker',
  answer: Type.Object({
    publicKey: Nullable(Type.String(), {
      description: 'Key for `applicationServerKey`; null if the server sends no pushes.',
    }),
  }),
  async read({ services }) {
    return { publicKey: pushServices(services).web?.publicKey ?? null };
  },
});
