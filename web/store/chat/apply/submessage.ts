import type { Reducer } from '../state.ts';

interface Event {
  message_id: number;
  submessage_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

export const applySubmessage: Reducer<Event> = (state, event) => {
  const { message_id, submessage_id, sender_id, msg_type, content } = event;
  const message = state.messages.get(message_id);
  if (!message) return;
  const submessage = { id: submessage_id, message_id, sender_id, msg_type, content };
  const others = message.submessages.filter(({ id }) => id !== submessage_id);
  state.messages.set(message_id, { ...message, submessages: [...others, submessage] });
};
