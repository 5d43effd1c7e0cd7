import { signal } from '@preact/signals';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import type { ChatEvent } from '../../store/chat/state.ts';
import { listenToEvents } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';

interface TypingEvent {
  op: 'start' | 'stop';
  sender: { user_id: number };
  recipients?: { user_id: number }[];
  stream_id?: number;
  topic?: string;
}

/** After this time without a notice somebody no longer types (`server_typing_started_expiry_period_milliseconds`). */
const EXPIRY_MS = 15_000;

/** People who type, by conversation, with the timers that end it. */
const typing = signal<ReadonlyMap<string, ReadonlyMap<number, ReturnType<typeof setTimeout>>>>(new Map());

let isListening = false;

/** Returns the IDs of those who type in a conversation now. */
export function typingIn(conversation: Conversation): number[] {
  if (!isListening) listenToEvents(take);
  isListening = true;
  return [...(typing.value.get(conversationKey(conversation))?.keys() ?? [])];
}

function take({ type, ...event }: ChatEvent): void {
  if (type !== 'typing') {
    if (type === 'message') takeMessage(event as unknown as { message: { sender_id: number } });
    return;
  }
  const { op, sender, recipients, stream_id, topic } = event as unknown as TypingEvent;
  const id = sender.user_id;
  if (id === ownUserId.value) return;
  const key = conversationKey(
    stream_id === undefined
      ? { userIds: (recipients ?? []).map((each) => each.user_id).sort((a, b) => a - b) }
      : { channelId: stream_id, topic: topic! },
  );
  end(key, id);
  if (op === 'stop') return;
  const people = new Map(typing.value.get(key)).set(
    id,
    setTimeout(() => end(key, id), EXPIRY_MS),
  );
  typing.value = new Map(typing.value).set(key, people);
}

/** Whoever has sent something has ended typing it. */
function takeMessage({ message }: { message: { sender_id: number } }): void {
  for (const key of typing.value.keys()) end(key, message.sender_id);
}

function end(key: string, id: number): void {
  const people = new Map(typing.value.get(key));
  clearTimeout(people.get(id));
  if (!people.delete(id)) return;
  typing.value = new Map(typing.value).set(key, people);
}
