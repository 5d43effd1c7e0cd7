import { forgetFailed } from '../due/forget-failed.ts';
import { doForgetFailedReminders } from './actions.ts';
import { organizationsWithFailedReminders } from './queries.ts';

/** Reminders that nobody could be sent. */
export const forgetFailedReminders = forgetFailed({
  queue: 'chat-forget-failed-reminders',
  cron: '31 3 * * *',
  organizations: organizationsWithFailedReminders,
  doForgetSome: doForgetFailedReminders,
});
