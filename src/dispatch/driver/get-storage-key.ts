import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';

/** Purpose for which a worker's key is derived. */
const PURPOSE = 'driver storage';

export const getStorageKey = dispatchOperation({
  method: 'GET',
  path: '/driver/storage-key',
  summary:
    'The key with which an app seals what it keeps on the device, 32 bytes as base64url: the same for each session of the worker as long as the server keeps the key it comes from, and nobody else gets it',
  access: 'worker',
  answer: Type.Object({ key: Type.String() }),
  async read({ caller: { organizationId, workerId }, services }) {
    return { key: services.secrets.derive(PURPOSE, `${organizationId} ${workerId}`) };
  },
});
