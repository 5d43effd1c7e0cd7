import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteHandled } from './queries.ts';

/** Retention of marks: an exception of a week ago is no longer in the console's feed. */
const KEEP_DAYS = 7;

/** Marks of handled exceptions. */
export const forgetHandled = forgetDaily({
  queue: 'dispatch-forget-handled',
  at: '03:58',
  table: 'dispatch.handled_exceptions',
  days: KEEP_DAYS,
  delete: deleteHandled,
});
