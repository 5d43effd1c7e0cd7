import { dispatchOperation } from '../http/operation.ts';
import { accessUpload } from './access.ts';
import { presentUpload, Upload } from './present.ts';

export const getUpload = dispatchOperation({
  method: 'GET',
  path: '/uploads/:uploadId',
  summary: 'Get an upload of a completion, with a link to its file that is valid for an hour',
  access: 'apiKey',
  ids: ['uploadId'],
  answer: Upload,
  errors: [1402],
  async read({ reader, services }, { path }) {
    return presentUpload(services, await accessUpload(reader, path.uploadId!));
  },
});
