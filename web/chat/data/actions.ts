import { request } from '../../shared/session/session.ts';
import { uniqueId } from '../../shared/unique-id.ts';
import type { Conversation } from '../../store/chat/state.ts';
import { queueId } from './connection.ts';

/** Sends a message; its event names the queue and the local ID, by which the page finds it again. */
export async function sendMessage({
  conversation,
  content,
}: {
  conversation: Conversation;
  content: string;
}): Promise<number> {
  const to =
    'userIds' in conversation
      ? { type: 'direct', to: conversation.userIds }
      : { type: 'channel', to: conversation.channelId, topic: conversation.topic };
  const id = uniqueId();
  const { id: messageId } = await request<{ id: number }>('/api/v1/messages', {
    method: 'POST',
    form: { ...to, content, read_by_sender: true, ...(queueId.value && { queue_id: queueId.value, local_id: id }) },
    idempotencyKey: id,
  });
  return messageId;
}
