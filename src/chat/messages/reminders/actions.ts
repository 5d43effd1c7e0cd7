import type { Tx } from '../../../platform/db/tx.ts';
import { type ChatEvent, emitChatEvent } from '../../events/emit.ts';
import { badRequest } from '../../http/errors.ts';
import { deleteReminder, insertReminder, loadRemindersOf, lockFailedReminders, saveFailure } from './queries.ts';
import { MAX_REMINDERS, presentReminder, type Reminder } from './reminder.ts';

/** The queue of the job that sends what is due. */
export const REMINDER_QUEUE = 'chat-reminders';

/** @throws {ChatError} `BAD_REQUEST` when the person has too many */
export async function doCreateReminder(
  tx: Tx,
  organizationId: string,
  given: Omit<Reminder, 'id' | 'failure'>,
): Promise<Reminder> {
  // Of two at once, the second counts the first.
  await tx.position(organizationId);
  if ((await loadRemindersOf(tx, organizationId, given.userId)).length >= MAX_REMINDERS)
    throw badRequest(`You cannot have more than ${MAX_REMINDERS} reminders.`);
  const reminder = await insertReminder(tx, organizationId, given);
  emit(tx, organizationId, given.userId, { op: 'add', reminders: [presentReminder(reminder)] });
  tx.enqueue({ queue: REMINDER_QUEUE, data: {}, startAfter: given.deliverAt });
  return reminder;
}

/** Takes a reminder away: it was cancelled, or sent. @throws {ChatError} `BAD_REQUEST` when the person has none such */
export async function doDeleteReminder(
  tx: Tx,
  organizationId: string,
  { id, userId }: Pick<Reminder, 'id' | 'userId'>,
): Promise<void> {
  if (!(await deleteReminder(tx, organizationId, userId, id))) throw badRequest('Reminder does not exist');
  emit(tx, organizationId, userId, { op: 'remove', reminder_id: id });
}

/** Keeps a reminder that nobody could be sent. Its event has no form of its own: it goes, and comes as one that failed. */
export async function doFailReminder(
  tx: Tx,
  organizationId: string,
  reminder: Reminder,
  failure: string,
): Promise<void> {
  await saveFailure(tx, organizationId, reminder.id, failure);
  emit(tx, organizationId, reminder.userId, { op: 'remove', reminder_id: reminder.id });
  emit(tx, organizationId, reminder.userId, { op: 'add', reminders: [presentReminder({ ...reminder, failure })] });
}

/** Takes some reminders away that nobody could be sent before a time. @returns how many */
export async function doForgetFailedReminders(
  tx: Tx,
  organizationId: string,
  before: Date,
  limit: number,
): Promise<number> {
  await tx.position(organizationId);
  const reminders = await lockFailedReminders(tx, organizationId, before, limit);
  for (const reminder of reminders) await doDeleteReminder(tx, organizationId, reminder);
  return reminders.length;
}

function emit(tx: Tx, organizationId: string, userId: number, event: Omit<ChatEvent, 'type'>): void {
  emitChatEvent(tx, organizationId, [`user:${userId}`], { type: 'reminders', ...event }, { state: false });
}
