import type { Message } from '../wire/chat.ts';
import { ascending, type Conversation } from './conversation.ts';

const MENTIONS: ReadonlySet<string> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]);

/** Whether flags of a message say that the person is meant, by name or by a wildcard. */
export function isMention(flags: readonly string[]): boolean {
  return flags.some((flag) => MENTIONS.has(flag));
}

/** Returns the place of a message. */
export function conversationOfMessage(message: Message): Conversation {
  if (message.stream_id !== undefined) return { channelId: message.stream_id, topic: message.subject };
  const people = message.display_recipient as { id: number }[];
  return { userIds: ascending(people.map(({ id }) => id)) };
}
