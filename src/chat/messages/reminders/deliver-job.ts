import type { UserId } from '../../../platform/ids.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { ChatError } from '../../http/errors.ts';
import { doSendNotice } from '../../notification-bot/actions.ts';
import { realmOf } from '../../realms/access.ts';
import { findUserById } from '../../users/access.ts';
import { accessMessage } from '../access.ts';
import { type Delivery, type DueWork, deliverDue } from '../due/deliver-due.ts';
import type { Message } from '../message.ts';
import { doDeleteReminder, doFailReminder, REMINDER_QUEUE } from './actions.ts';
import { lockDueReminders, organizationsWithDueReminders } from './queries.ts';
import type { Reminder } from './reminder.ts';
import { dueReminder } from './reminder-text.ts';

const reminders: DueWork<Reminder> = {
  organizations: organizationsWithDueReminders,
  lockNext: lockDueReminders,
  begin: async () => undefined,
  async deliver(delivery, reminder) {
    const { tx, services, facts, organizationId } = delivery;
    const person = await findUserById(facts, organizationId, reminder.userId);
    if (!person?.isActive) throw new ChatError('USER_DEACTIVATED', 'Account is deactivated');
    const { language } = await realmOf(facts, organizationId);
    const text = dueReminder(language, await findMessage(delivery, reminder), reminder.note);
    await doSendNotice(tx, services, organizationId, { userId: reminder.userId }, text);
  },
  async finish({ tx, organizationId }, sent) {
    for (const reminder of sent) await doDeleteReminder(tx, organizationId, reminder);
  },
  fail: ({ tx, organizationId }, reminder, reason) => doFailReminder(tx, organizationId, reminder, reason),
};

/** The message as it is now, if the person still sees it. */
async function findMessage({ tx, facts, organizationId }: Delivery, reminder: Reminder): Promise<Message | undefined> {
  try {
    return await accessMessage(tx, facts, { organizationId, userId: reminder.userId as UserId }, reminder.messageId);
  } catch (error) {
    if (error instanceof ChatError) return undefined;
    throw error;
  }
}

/** Sends the reminders that are due. */
export function deliverReminders(services: Services, signal?: AbortSignal): Promise<void> {
  return deliverDue(services, reminders, signal);
}

export const reminderDelivery = defineJob({
  queue: REMINDER_QUEUE,
  // For what fell due while the server was down, or in the hands of a process that died.
  cron: '* * * * *',
  expireInSeconds: 600,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => deliverReminders(services, signal),
});
