import { type Static, Type } from 'typebox';

/** Reminders that one person may have. */
export const MAX_REMINDERS = 1000;

export interface Reminder {
  id: number;
  userId: number;
  messageId: number;
  /** What the person wrote to it; may be empty. */
  note: string;
  content: string;
  renderedContent: string;
  deliverAt: Date;
  /** Why it could not be sent. */
  failure: string | null;
}

/** A reminder on the wire. */
export const ReminderObject = Type.Object(
  {
    reminder_id: Type.Integer(),
    type: Type.Literal('private'),
    to: Type.Array(Type.Integer()),
    content: Type.String(),
    rendered_content: Type.String(),
    scheduled_delivery_timestamp: Type.Integer(),
    failed: Type.Boolean(),
    reminder_target_message_id: Type.Integer(),
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
