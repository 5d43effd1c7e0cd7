import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorker } from '../workers/access.ts';
import { ScheduleEntry } from './entry.ts';
import { findEntries } from './queries.ts';

export const getSchedule = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId/schedule',
  summary: "A worker's schedule",
  access: 'apiKey',
  ids: ['workerId'],
  answer: Type.Object({ entries: Type.Array(ScheduleEntry) }),
  errors: [1402],
  async read({ reader, caller }, { path }) {
    const worker = await accessWorker(reader, caller.organizationId, path.workerId!);
    return { entries: await findEntries(reader, caller.organizationId, worker.id) };
  },
});
