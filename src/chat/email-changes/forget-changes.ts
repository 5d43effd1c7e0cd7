import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteExpiredChanges } from './queries.ts';

/** One that was not confirmed in its time opens nothing; a day is for clocks that differ. */
const KEPT_DAYS = 1;

/** New addresses that nobody has confirmed in their time. */
export const forgetEmailChanges = forgetDaily({
  queue: 'chat-forget-email-changes',
  at: '03:21',
  table: 'chat.email_changes',
  days: KEPT_DAYS,
  delete: deleteExpiredChanges,
});
