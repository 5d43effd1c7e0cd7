import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import type { Message } from '../../reading/message.ts';
import { realmOf } from '../../realms/access.ts';
import { findUserById } from '../../users/access.ts';
import { accessMessage } from '../access.ts';
import { type Delivery, deliverDue } from '../due/deliver-due.ts';
import { deliveryJob, dueWork } from '../due/delivery-job.ts';
import { type Reminder, reminderList } from './reminder.ts';
import { dueReminder } from './reminder-text.ts';

const work = dueWork(reminderList, {
  async deliver(delivery, reminder) {
    const { tx, services, facts } = delivery;
    const person = await findUserById(facts, reminder.userId);
    if (!person?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
    const { language } = await realmOf(facts);
    const text = dueReminder(language, await findMessage(delivery, reminder), reminder.note);
    await doSendNotice(tx, services, { userId: reminder.userId }, text);
  },
});

/** The message as it is now, if the person still sees it. */
async function findMessage({ tx, facts, organizationId }: Delivery, reminder: Reminder): Promise<Message | undefined> {
  try {
    return await accessMessage(tx, facts, { organizationId, userId: reminder.userId }, reminder.messageId);
  } catch (error) {
    if (error instanceof ChatError) return undefined;
    throw error;
  }
}

/** Sends the reminders that are due. */
export function deliverReminders(services: Services): Promise<void> {
  return deliverDue(services, work);
}

export const reminderDelivery = deliveryJob(reminderList.queue, work);
