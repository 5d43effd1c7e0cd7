import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';

/** Purpose for which a worker's key is derived. */
const PURPOSE = 'driver storage';

export const getStorageKey = dispatchOperation({
  method: 'GET',
  path: '/driver/storage-key',
  summary:
    'Get the key with which an app seals what it stores on the device. All sessions of the worker get the same key',
  access: 'worker',
  answer: Type.Object({ key: Type.String({ description: '32 bytes as base64url.' }) }),
  async read({ caller: { organizationId, workerId }, services }) {
    return { key: services.secrets.derive(PURPOSE, `${organizationId} ${workerId}`) };
  },
});
