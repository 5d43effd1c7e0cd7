import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { doSetSchedule } from './actions.ts';
import { MAX_SCHEDULE_ENTRIES, ScheduleEntry } from './entry.ts';

export const setSchedule = dispatchOperation({
  method: 'POST',
  path: '/workers/:workerId/schedule',
  summary: "Set days of a worker's schedule. Without a body, nothing changes",
  access: 'apiKey',
  ids: ['workerId'],
  body: Type.Object({
    entries: Type.Optional(
      Nullable(Type.Array(ScheduleEntry, { maxItems: MAX_SCHEDULE_ENTRIES }), {
        description: 'Days to set. Those before this week are ignored. If absent or null, nothing changes.',
      }),
    ),
  }),
  answer: Type.Object({
    entries: Type.Array(ScheduleEntry, { description: "All days of the worker's schedule, oldest first." }),
  }),
  errors: [1402],
  onlyReads: (body) => !(body as { entries?: unknown } | undefined)?.entries,
  async write({ tx, caller }, { path, body }) {
    return { entries: await doSetSchedule(tx, caller, path.workerId!, body.entries ?? []) };
  },
});
