import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Hub, presentHub } from './present.ts';
import { listHubs as list } from './queries.ts';

export const listHubs = dispatchOperation({
  method: 'GET',
  path: '/hubs',
  summary: 'All hubs',
  access: 'apiKey',
  answer: Type.Array(Hub),
  async read({ caller, reader }) {
    return (await list(reader, caller.organizationId)).map(presentHub);
  },
});
