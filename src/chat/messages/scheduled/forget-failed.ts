import { forgetFailed } from '../due/forget-failed.ts';
import { doForgetFailedMessages } from './actions.ts';
import { organizationsWithFailedMessages } from './queries.ts';

/** Scheduled messages that could not be sent. */
export const forgetFailedMessages = forgetFailed({
  queue: 'chat-forget-failed-messages',
  cron: '29 3 * * *',
  organizations: organizationsWithFailedMessages,
  doForgetSome: doForgetFailedMessages,
});
