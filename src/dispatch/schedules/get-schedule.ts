import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { accessWorker } from '../workers/access.ts';
import { ScheduleEntry } from './entry.ts';
import { findEntries } from './queries.ts';

export const getSchedule = dispatchOperation({
  method: 'GET',
  path: '/workers/:workerId/schedule',
  summary: "Get all days of a worker's schedule",
  access: 'apiKey',
  ids: ['workerId'],
  answer: Type.Object({
    entries: Type.Array(ScheduleEntry, { description: "All days of the worker's schedule, oldest first." }),
  }),
  errors: [1402],
  async read({ reader }, { path }) {
    const worker = await accessWorker(reader, path.workerId!);
    return { entries: await findEntries(reader, worker.id) };
  },
});
