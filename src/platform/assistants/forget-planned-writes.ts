import { forgetDaily } from '../jobs/keeping.ts';
import { deletePlannedWrites } from './queries.ts';

/** Writes that nobody confirmed. They open nothing after some minutes; this takes the rows away. */
export const forgetPlannedWrites = forgetDaily({
  queue: 'forget-planned-writes',
  at: '03:17',
  table: 'platform.planned_writes',
  days: 1,
  delete: deletePlannedWrites,
});
