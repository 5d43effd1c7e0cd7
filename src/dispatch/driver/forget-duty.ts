import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteOldDuty } from './queries.ts';

/** Changes of duty, but for the last one of each worker, which says what held from then on. */
export const forgetDuty = forgetDaily({
  queue: 'dispatch-forget-duty',
  at: '03:03',
  table: 'dispatch.duty_events',
  days: ({ dutyDays }) => dutyDays,
  delete: deleteOldDuty,
});
