import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteOldEntries } from './queries.ts';

/** Shifts of days that are long over. */
export const forgetShifts = forgetDaily({
  queue: 'dispatch-forget-shifts',
  at: '03:09',
  table: 'dispatch.schedule_entries',
  days: ({ dutyDays }) => dutyDays,
  delete: deleteOldEntries,
});
