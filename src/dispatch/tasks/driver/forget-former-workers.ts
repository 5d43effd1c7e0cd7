import { forgetDaily } from '../../../platform/jobs/keeping.ts';
import { KEEP_DAYS } from '../../positions/report.ts';
import { deleteFormerWorkers } from '../queries.ts';

/** Former workers of a task. No device reports a completion after this time. */
export const forgetFormerWorkers = forgetDaily({
  queue: 'dispatch-forget-former-workers',
  at: '03:53',
  table: 'dispatch.former_workers',
  days: KEEP_DAYS,
  delete: deleteFormerWorkers,
});
