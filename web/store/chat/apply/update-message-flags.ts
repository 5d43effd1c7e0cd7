import type { Message } from '../../wire/chat.ts';
import { ascending } from '../conversation.ts';
import type { ChatState, Reducer, Unread } from '../state.ts';
import { placeMessage } from '../windows/keep.ts';

/** Place of a message that is unread again; a client may not have fetched it. */
interface Details {
  type: 'stream' | 'private';
  mentioned?: boolean;
  user_ids?: number[];
  stream_id?: number;
  topic?: string;
}

interface Event {
  op: 'add' | 'remove';
  flag: Message['flags'][number];
  messages: number[];
  all: boolean;
  message_details?: Record<string, Details>;
}

export const applyUpdateMessageFlags: Reducer<Event> = (state, event) => {
  const { op, flag } = event;
  const ids = event.all ? [...state.messages.keys(), ...state.unread.keys()] : event.messages;
  for (const id of ids) {
    setFlag(state, id, flag, op);
    if (flag === 'starred') {
      if (op === 'add') state.starred.add(id);
      else state.starred.delete(id);
      placeMessage(state, id, ({ kind }) => (kind === 'starred' ? (op === 'add' ? 'in' : 'out') : 'as before'));
    } else if (flag === 'read') {
      if (op === 'add') markRead(state, id);
      else markUnread(state, id, event.message_details?.[id]);
    }
  }
};

function setFlag(state: ChatState, id: number, flag: Event['flag'], op: Event['op']): void {
  const message = state.messages.get(id);
  if (!message) return;
  const others = message.flags.filter((each) => each !== flag);
  state.messages.set(id, { ...message, flags: op === 'add' ? [...others, flag] : others });
}

function markRead(state: ChatState, id: number): void {
  const unread = state.unread.get(id);
  if (!unread) return;
  state.unread.delete(id);
}

function markUnread(state: ChatState, id: number, details: Details | undefined): void {
  if (!details) return;
  const mentioned = details.mentioned ?? false;
  const unread: Unread =
    details.type === 'stream'
      ? { channelId: details.stream_id!, topic: details.topic!, mentioned }
      : { userIds: ascending(new Set([...details.user_ids!, state.ownUserId])), mentioned };
  state.unread.set(id, unread);
}
