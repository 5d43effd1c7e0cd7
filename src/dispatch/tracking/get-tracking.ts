import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessTracked } from './access.ts';
import { noteLook } from './note-look.ts';
import { presentTracking, Tracking } from './present.ts';

export const getTracking = dispatchOperation({
  method: 'GET',
  path: '/tracking/:token',
  summary: 'Get a task as its recipient may see it, by the token of its `trackingURL`',
  access: 'anyone',
  pathParams: { token: Type.String({ description: "Last part of the task's `trackingURL`." }) },
  answer: Tracking,
  errors: [1402],
  async read({ reader, services, address, host }, { path }) {
    const row = await accessTracked(reader, services, path.token, { address, host });
    const [shown] = await presentTracking(reader, services, [row]);
    noteLook(services, row);
    return shown;
  },
});
