import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doRemovePicture } from './picture.ts';

export const removeWorkerPicture = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId/picture',
  summary: "Take a worker's picture away",
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402],
  async write({ tx, caller }, { path }) {
    await doRemovePicture(tx, await accessWorkerForUpdate(tx, caller.organizationId, path.workerId!));
    return undefined;
  },
});
