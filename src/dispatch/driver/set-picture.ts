import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { doSetPicture, PICTURE_LIMIT, receiveWorkerPicture } from '../workers/picture.ts';
import { Worker } from '../workers/present.ts';
import { presentSelf } from './own-view.ts';

export const setOwnPicture = dispatchOperation({
  method: 'PUT',
  path: '/driver/picture',
  summary: `Set the worker's own picture: the body, at most ${PICTURE_LIMIT.limitMib} MiB`,
  access: 'worker',
  transport: { takesFile: PICTURE_LIMIT },
  answer: Worker,
  errors: [1402],
  prepare: ({ services, caller, file }) => receiveWorkerPicture(services, caller.organizationId, file),
  async write({ tx, caller, services }, _input, picture) {
    const worker = await accessWorkerForUpdate(tx, caller.workerId);
    const event = { publicUrl: await organizationUrl(services, caller.organizationId), by: actionContext(caller) };
    return presentSelf(tx, await doSetPicture(tx, worker, picture, event), event.publicUrl);
  },
});
