import { forgetDaily } from '../jobs/keeping.ts';
import { deleteSessions } from './queries.ts';

/** Sessions that have ended. */
export const forgetSessions = forgetDaily({
  queue: 'forget-sessions',
  at: '03:47',
  table: 'platform.credentials',
  days: 7,
  delete: deleteSessions,
});
