import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Administrator, presentAdministrator } from './present.ts';
import { listAdministrators as list } from './queries.ts';

export const listAdministrators = dispatchOperation({
  method: 'GET',
  path: '/admins',
  summary: 'All administrators, the super administrator first',
  access: 'apiKey',
  answer: Type.Array(Administrator),
  async read({ caller, reader }) {
    return (await list(reader, caller.organizationId)).map(presentAdministrator);
  },
});
