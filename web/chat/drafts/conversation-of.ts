import { ascending, type Conversation } from '../../store/chat/conversation.ts';
import { ownUserId } from '../data/me.ts';

/** Returns the conversation that recipients name, as drafts and scheduled messages have them; undefined for none. */
export function conversationOfRecipients({
  type,
  to,
  topic = '',
}: {
  type: '' | 'stream' | 'private';
  to: number | readonly number[];
  topic?: string | undefined;
}): Conversation | undefined {
  const ids = typeof to === 'number' ? [to] : to;
  if (type === 'private')
    return ids.length === 0 ? undefined : { userIds: ascending(new Set([...ids, ownUserId.value])) };
  return type === 'stream' && ids[0] !== undefined ? { channelId: ids[0], topic } : undefined;
}
