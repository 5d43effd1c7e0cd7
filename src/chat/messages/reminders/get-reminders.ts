import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { loadItems } from '../../owned-lists/access.ts';
import { presentReminder, ReminderObject, reminderList } from './reminder.ts';

export const getReminders = chatOperation({
  method: 'GET',
  path: '/reminders',
  since: 399,
  summary: "The caller's reminders, the next one first",
  access: anyUser,
  params: {},
  answer: {
    reminders: Type.Array(ReminderObject, { description: 'Reminders that are not sent yet, and those that failed.' }),
  },
  async read({ reader, caller }) {
    return { reminders: (await loadItems(reader, reminderList, caller)).map(presentReminder) };
  },
});
