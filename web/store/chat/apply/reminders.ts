import type { Reminder } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event = { op: 'add'; reminders: Reminder[] } | { op: 'remove'; reminder_id: number };

export const applyReminders: Reducer<Event> = (state, event) => {
  if (event.op === 'remove') state.reminders.delete(event.reminder_id);
  else for (const reminder of event.reminders) state.reminders.set(reminder.reminder_id, reminder);
};
