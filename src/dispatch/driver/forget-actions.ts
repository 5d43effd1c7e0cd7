import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { KEEP_DAYS } from '../positions/report.ts';
import { deleteOldActions } from './queries.ts';

/** Actions of devices. No device repeats an action after this time. */
export const forgetActions = forgetDaily({
  queue: 'dispatch-forget-driver-actions',
  at: '03:43',
  table: 'dispatch.driver_actions',
  days: KEEP_DAYS,
  delete: deleteOldActions,
});
