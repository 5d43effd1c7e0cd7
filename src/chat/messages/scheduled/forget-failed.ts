import { forgetFailed } from '../due/forget-failed.ts';
import { scheduledMessageList } from './scheduled-message.ts';

/** Scheduled messages that could not be sent. */
export const forgetFailedMessages = forgetFailed(scheduledMessageList, {
  queue: 'chat-forget-failed-messages',
  cron: '29 3 * * *',
});
