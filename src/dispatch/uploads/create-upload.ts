import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { doStoreUpload } from './actions.ts';
import { receivePicture } from './received-picture.ts';

const LIMIT_MIB = 20;

export const createUpload = dispatchOperation({
  method: 'POST',
  path: '/uploads',
  summary: `Send a picture of a delivery, at most ${LIMIT_MIB} MiB, as the body; a completion names it by its ID`,
  access: 'worker',
  takesFile: { limitMib: LIMIT_MIB },
  answer: Type.Object({ uploadId: Type.String() }),
  prepare: ({ services, caller, file }) => receivePicture(services, caller.organizationId, file),
  async write({ tx, caller }, _input, picture) {
    return { uploadId: await doStoreUpload(tx, caller.organizationId, caller.workerId, picture) };
  },
});
