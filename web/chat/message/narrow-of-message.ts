import { conversationOfMessage } from '../../store/chat/message.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import type { Message } from '../../store/wire/chat.ts';

/** The narrow of the conversation that a message stands in. */
export function narrowOfMessage(message: Message): Extract<Narrow, { kind: 'topic' | 'direct' }> {
  const conversation = conversationOfMessage(message);
  return 'userIds' in conversation ? { kind: 'direct', ...conversation } : { kind: 'topic', ...conversation };
}
