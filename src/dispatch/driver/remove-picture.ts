import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { doRemovePicture } from '../workers/picture.ts';

export const removeOwnPicture = dispatchOperation({
  method: 'DELETE',
  path: '/driver/picture',
  summary: "Delete the worker's own picture",
  access: 'worker',
  errors: [1402],
  async write({ tx, caller, services }) {
    const worker = await accessWorkerForUpdate(tx, caller.workerId);
    await doRemovePicture(tx, worker, {
      publicUrl: await organizationUrl(services, caller.organizationId),
      by: actionContext(caller),
    });
    return undefined;
  },
});
