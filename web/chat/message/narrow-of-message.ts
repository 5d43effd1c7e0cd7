import type { Narrow } from '../../store/chat/narrow.ts';
import { ascending } from '../../store/chat/state.ts';
import type { Message } from '../../store/wire/chat.ts';

/** The narrow of the conversation that a message stands in. */
export function narrowOfMessage(message: Message): Extract<Narrow, { kind: 'topic' | 'direct' }> {
  if (message.stream_id !== undefined) return { kind: 'topic', channelId: message.stream_id, topic: message.subject };
  return { kind: 'direct', userIds: ascending((message.display_recipient as { id: number }[]).map(({ id }) => id)) };
}
