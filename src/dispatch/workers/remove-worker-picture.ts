import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { doRemovePicture } from './picture.ts';

export const removeWorkerPicture = dispatchOperation({
  method: 'DELETE',
  path: '/workers/:workerId/picture',
  summary: "Delete a worker's picture",
  access: 'apiKey',
  ids: ['workerId'],
  errors: [1402],
  async write({ tx, caller, services }, { path }) {
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    await doRemovePicture(tx, worker, {
      publicUrl: await organizationUrl(services, caller.organizationId),
      by: actionContext(caller),
    });
    return undefined;
  },
});
