import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { doSetSchedule } from './actions.ts';
import { MAX_SCHEDULE_ENTRIES, ScheduleEntry } from './entry.ts';

export const putSchedule = dispatchOperation({
  method: 'PUT',
  path: '/workers/:workerId/schedule',
  summary: "Set days of a worker's schedule",
  access: 'apiKey',
  ids: ['workerId'],
  body: Type.Object({
    entries: Type.Array(ScheduleEntry, {
      maxItems: MAX_SCHEDULE_ENTRIES,
      description: 'Days to set. Those before this week are ignored.',
    }),
  }),
  answer: Type.Object({
    entries: Type.Array(ScheduleEntry, { description: "All days of the worker's schedule, oldest first." }),
  }),
  errors: [1402],
  async write({ tx, caller }, { path, body }) {
    return { entries: await doSetSchedule(tx, caller, path.workerId!, body.entries) };
  },
});
