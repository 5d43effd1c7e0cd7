import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { doRemovePicture } from '../workers/picture.ts';

export const removeOwnPicture = dispatchOperation({
  method: 'DELETE',
  path: '/driver/picture',
  summary: "Take one's own picture away",
  access: 'worker',
  errors: [1402],
  async write({ tx, caller, services }) {
    const worker = await accessWorkerForUpdate(tx, caller.organizationId, caller.workerId);
    await doRemovePicture(tx, worker, { publicUrl: services.publicUrl(), by: actionContext(caller) });
    return undefined;
  },
});
