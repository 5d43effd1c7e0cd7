import { Type } from 'typebox';
import { presentReminder, ReminderObject, reminderList } from '../messages/reminders/reminder.ts';
import { loadItems } from '../owned-lists/access.ts';
import { defineInitialState } from './initial-state.ts';

export const reminders = defineInitialState({
  types: ['reminders'],
  fields: {
    reminders: Type.Array(ReminderObject, {
      description: "The caller's reminders that are not sent yet, and those that failed.",
    }),
  },
  async load({ reader, caller }) {
    return { reminders: (await loadItems(reader, reminderList, caller)).map(presentReminder) };
  },
});
