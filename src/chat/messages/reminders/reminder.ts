import { type Static, Type } from 'typebox';
import { DUE_COLUMNS, type DueItem, type DueList } from '../due/due-list.ts';

/** Reminders that one person may have. */
const MAX_REMINDERS = 1000;

export interface Reminder extends DueItem {
  userId: number;
  messageId: number;
  /** Note of the person; may be empty. */
  note: string;
}

/** A reminder on the wire. */
export const ReminderObject = Type.Object(
  {
    reminder_id: Type.Integer({ description: 'Unique number of the reminder.' }),
    type: Type.Literal('private', { description: 'Always `private`: reminders arrive as direct messages.' }),
    to: Type.Array(Type.Integer(), { description: 'ID of the user, in a list.' }),
    content: Type.String({ description: 'Markdown of the reminder.' }),
    rendered_content: Type.String({ description: 'HTML of the reminder.' }),
    scheduled_delivery_timestamp: Type.Integer({ description: 'When the reminder goes out, in UNIX seconds.' }),
    failed: Type.Boolean({ description: 'Whether it could not be sent.' }),
    reminder_target_message_id: Type.Integer({ description: 'ID of the message to be reminded of.' }),
  },
  { additionalProperties: false },
);

export function presentReminder(reminder: Reminder): Static<typeof ReminderObject> {
  return {
    reminder_id: reminder.id,
    type: 'private',
    to: [reminder.userId],
    content: reminder.content,
    rendered_content: reminder.renderedContent,
    scheduled_delivery_timestamp: Math.floor(reminder.deliverAt.getTime() / 1000),
    failed: reminder.failure !== null,
    reminder_target_message_id: reminder.messageId,
  };
}

/** A person's reminders, the next one first. */
export const reminderList: DueList<Reminder> = {
  table: 'reminders',
  owner: 'user_id',
  ownerOf: ({ userId }) => userId,
  queue: 'chat-reminders',
  key: 'id',
  columns: { ...DUE_COLUMNS, userId: 'user_id bigint', messageId: 'message_id bigint', note: 'note text' },
  order: 'deliver_at, id',
  max: { count: MAX_REMINDERS, error: `You cannot have more than ${MAX_REMINDERS} reminders.` },
  missing: 'Reminder does not exist',
  events: {
    type: 'reminders',
    added: (items) => ({ reminders: items.map(presentReminder) }),
    removed: (reminder_id) => ({ reminder_id }),
  },
};
