import { revokeCredential } from '../../platform/credentials/credentials.ts';
import { dispatchOperation } from '../http/operation.ts';

export const signOutWorker = dispatchOperation({
  method: 'POST',
  path: '/driver/sign-out',
  summary: 'Sign this device out. Its token stops working',
  access: 'worker',
  async write({ tx, caller }) {
    await revokeCredential(tx, caller.organizationId, caller.credentialId);
    return undefined;
  },
});
