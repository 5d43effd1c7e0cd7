import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { noticeTexts, quotation } from '../../notices/texts.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import { realmOf } from '../../realms/access.ts';
import { findCaller } from '../../users/access.ts';
import { deliverDue } from '../due/deliver-due.ts';
import { deliveryJob, dueWork } from '../due/delivery-job.ts';
import { scheduledMessageList } from './scheduled-message.ts';

const work = dueWork(scheduledMessageList, {
  async deliver({ batch, facts }, message) {
    const sender = await findCaller(facts, message.senderId);
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
  async notifyFailure({ tx, services, facts }, message, reason) {
    const sender = await findCaller(facts, message.senderId);
    if (!sender?.isActive) return;
    const { language } = await realmOf(facts);
    const time = `<time:${message.deliverAt.toISOString()}>`;
    const text = noticeTexts(language).scheduledFailed({ time, reason: quotation(reason) });
    await doSendNotice(tx, services, { userId: message.senderId }, text);
  },
});

/** Sends the scheduled messages that are due. */
export function deliverScheduledMessages(services: Services): Promise<void> {
  return deliverDue(services, work);
}

export const scheduledMessageDelivery = deliveryJob(scheduledMessageList.queue, work);
