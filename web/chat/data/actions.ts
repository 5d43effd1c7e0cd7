import type { Conversation } from '../../store/chat/conversation.ts';
import { act } from './outbox.ts';

/** Sends a message: it is in the list at once, and on its way. @returns the ID of the action */
export function sendMessage({
  conversation,
  content,
}: {
  conversation: Conversation;
  content: string;
}): Promise<string> {
  return act({ kind: 'send', conversation, content });
}
