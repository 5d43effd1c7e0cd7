import type { ScheduledMessage } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event =
  | { op: 'add'; scheduled_messages: ScheduledMessage[] }
  | { op: 'update'; scheduled_message: ScheduledMessage }
  | { op: 'remove'; scheduled_message_id: number };

export const applyScheduledMessages: Reducer<Event> = (state, event) => {
  const messages = state.scheduledMessages;
  if (event.op === 'remove') messages.delete(event.scheduled_message_id);
  else
    for (const message of event.op === 'add' ? event.scheduled_messages : [event.scheduled_message])
      messages.set(message.scheduled_message_id, message);
};
