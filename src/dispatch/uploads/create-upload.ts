import { Type } from 'typebox';
import { newObjectId } from '../../platform/ids.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doStoreUpload } from './actions.ts';
import { PROOF_LIMIT_MIB, receivePicture } from './received-picture.ts';

export const createUpload = dispatchOperation({
  method: 'POST',
  path: '/uploads',
  summary: `Send a picture of a delivery, at most ${PROOF_LIMIT_MIB} MiB, as the body; a completion names it by its ID`,
  access: 'worker',
  transport: { takesFile: { limitMib: PROOF_LIMIT_MIB } },
  answer: Type.Object({ uploadId: Type.String({ description: 'ID by which a completion names the picture.' }) }),
  prepare: ({ services, caller, file }) => receivePicture(services, caller.organizationId, file),
  async write({ tx, caller }, _input, picture) {
    const { organizationId, workerId } = caller;
    const id = newObjectId();
    await doStoreUpload(tx, { organizationId, id, workerId }, picture);
    return { uploadId: id };
  },
});
