import { Type } from 'typebox';
import { pushServices } from '../../platform/outbound/push/push-services.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';

export const getPushKey = dispatchOperation({
  method: 'GET',
  path: '/driver/push-subscription',
  summary: 'The key that a browser subscribes to pushes with (applicationServerKey); null where none are sent',
  access: 'worker',
  answer: Type.Object({ publicKey: Nullable(Type.String()) }),
  async read({ services }) {
    return { publicKey: pushServices(services).web?.publicKey ?? null };
  },
});
