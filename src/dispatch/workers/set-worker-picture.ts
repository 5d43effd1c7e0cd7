import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from './access.ts';
import { presentOneWorker } from './actions.ts';
import { doSetPicture, PICTURE_LIMIT, receiveWorkerPicture } from './picture.ts';
import { Worker } from './present.ts';

export const setWorkerPicture = dispatchOperation({
  method: 'PUT',
  path: '/workers/:workerId/picture',
  summary: `Set a worker's picture: the body, at most ${PICTURE_LIMIT.limitMib} MiB`,
  access: 'apiKey',
  ids: ['workerId'],
  transport: { takesFile: PICTURE_LIMIT },
  answer: Worker,
  errors: [1402],
  prepare: ({ services, caller, file }) => receiveWorkerPicture(services, caller.organizationId, file),
  async write({ tx, caller, services }, { path }, picture) {
    const worker = await accessWorkerForUpdate(tx, path.workerId!);
    const event = { publicUrl: await organizationUrl(services, caller.organizationId), by: actionContext(caller) };
    return presentOneWorker(tx, await doSetPicture(tx, worker, picture, event), event.publicUrl);
  },
});
