import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import { noticeTexts, quotation } from '../../notification-bot/texts.ts';
import { realmOf } from '../../realms/access.ts';
import { findCaller } from '../../users/access.ts';
import { type DueWork, deliverDue } from '../due/deliver-due.ts';
import { doDeleteScheduledMessages, doUpdateScheduledMessage, SCHEDULED_MESSAGES_QUEUE } from './actions.ts';
import { lockDueMessages, organizationsWithDueMessages } from './queries.ts';
import type { ScheduledMessage } from './scheduled-message.ts';

const scheduledMessages: DueWork<ScheduledMessage> = {
  organizations: organizationsWithDueMessages,
  lockNext: lockDueMessages,
  begin: async () => undefined,
  async deliver({ batch, facts, organizationId }, message) {
    const sender = await findCaller(facts, organizationId, message.senderId);
    if (!sender?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
    await batch.add(sender, {
      ...(message.channelId === null
        ? { type: 'direct', to: message.userIds }
        : { type: 'channel', to: message.channelId }),
      topic: message.topic,
      content: message.content,
      readBySender: message.readBySender ?? undefined,
      client: message.client,
      local: null,
    });
  },
  finish: ({ tx, organizationId }, messages) => doDeleteScheduledMessages(tx, organizationId, messages),
  /** Keeps the message with the reason, and notifies the author. */
  async fail({ tx, services, facts, organizationId }, message, reason) {
    await doUpdateScheduledMessage(tx, organizationId, { ...message, failure: reason });
    const sender = await findCaller(facts, organizationId, message.senderId);
    if (!sender?.isActive) return;
    const { language } = await realmOf(facts, organizationId);
    const time = `<time:${message.deliverAt.toISOString()}>`;
    const text = noticeTexts(language).scheduledFailed({ time, reason: quotation(reason) });
    await doSendNotice(tx, services, organizationId, { userId: message.senderId }, text);
  },
};

/** Sends the scheduled messages that are due. */
export function deliverScheduledMessages(services: Services, signal?: AbortSignal): Promise<void> {
  return deliverDue(services, scheduledMessages, signal);
}

export const scheduledMessageDelivery = defineJob({
  queue: SCHEDULED_MESSAGES_QUEUE,
  // For what fell due while the server was down, or in the hands of a process that died.
  cron: '* * * * *',
  expireInSeconds: 600,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => deliverScheduledMessages(services, signal),
});
