import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorker } from './access.ts';
import { presentOneWorker } from './actions.ts';
import { pick, readFields } from './filter.ts';
import { Worker } from './present.ts';

export const getWorker = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId',
  summary: 'A worker, whole or with the named fields only',
  access: 'apiKey',
  ids: ['workerId'],
  query: { filter: Type.String() },
  answer: Type.Partial(Worker),
  errors: [1402],
  async read({ caller, reader }, { path, query }) {
    const row = await accessWorker(reader, caller.organizationId, path.workerId!);
    return pick(await presentOneWorker(reader, row), readFields(query.filter));
  },
});
