import { Type } from 'typebox';
import { anyUser } from '../../http/caller.ts';
import { chatOperation } from '../../http/operation.ts';
import { loadRemindersOf } from './queries.ts';
import { presentReminder, ReminderObject } from './reminder.ts';

export const getReminders = chatOperation({
  method: 'GET',
  path: '/reminders',
  since: 399,
  summary: "The caller's reminders, the next one first",
  access: anyUser,
  params: {},
  answer: { reminders: Type.Array(ReminderObject) },
  async read({ reader, caller }) {
    const reminders = await loadRemindersOf(reader, caller.organizationId, caller.userId);
    return { reminders: reminders.map(presentReminder) };
  },
});
