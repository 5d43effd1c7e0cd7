import { forgetDaily } from '../../../platform/jobs/keeping.ts';
import { KEEP_DAYS } from '../../positions/report.ts';
import { deleteUnreported } from './queries.ts';

/** Deleted tasks: no device reports a completion after so long. Those that were reported done stay, as tasks that are done do. */
export const forgetDeletedTasks = forgetDaily({
  queue: 'dispatch-forget-deleted-tasks',
  at: '03:54',
  table: 'dispatch.deleted_tasks',
  days: KEEP_DAYS,
  delete: deleteUnreported,
});
