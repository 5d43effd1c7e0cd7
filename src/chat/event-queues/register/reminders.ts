import { Type } from 'typebox';
import { loadRemindersOf } from '../../messages/reminders/access.ts';
import { presentReminder, ReminderObject } from '../../messages/reminders/reminder.ts';
import { defineInitialState } from './initial-state.ts';

export const reminders = defineInitialState({
  types: ['reminders'],
  fields: { reminders: Type.Array(ReminderObject) },
  async load({ reader, caller }) {
    return { reminders: (await loadRemindersOf(reader, caller.organizationId, caller.userId)).map(presentReminder) };
  },
});
