import { forgetFailed } from '../due/forget-failed.ts';
import { reminderList } from './reminder.ts';

/** Reminders that could not be sent. */
export const forgetFailedReminders = forgetFailed(reminderList, {
  queue: 'chat-forget-failed-reminders',
  cron: '31 3 * * *',
});
