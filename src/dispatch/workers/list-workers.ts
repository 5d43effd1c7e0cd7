import { Type } from 'typebox';
import { dispatchOperation, JsonText } from '../http/operation.ts';
import { accessOrganization } from '../organization/access.ts';
import { MOST } from '../organization/room.ts';
import { readFields, workerCondition } from './filter.ts';
import { workersAsJson } from './list.ts';
import { Worker } from './present.ts';

export const listWorkers = dispatchOperation({
  method: 'GET',
  path: '/workers',
  summary: 'Workers, by team, state and phone, whole or with the named fields only',
  access: 'apiKey',
  query: { filter: Type.String(), teams: Type.String(), states: Type.String(), phones: Type.String() },
  answer: Type.Array(Type.Partial(Worker)),
  errors: [1402],
  async read({ caller, reader }, { query }) {
    const { id, country } = await accessOrganization(reader, caller.organizationId);
    const condition = workerCondition(query, country);
    return new JsonText(await workersAsJson(reader, id, condition, readFields(query.filter), MOST.workers));
  },
});
