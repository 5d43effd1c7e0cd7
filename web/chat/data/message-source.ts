import { request } from '../../shared/session/session.ts';
import type { Message } from '../../store/wire/chat.ts';

/** Returns a message as it was written: its content is Markdown. @throws {Refusal} */
export async function messageAsWritten(messageId: number): Promise<Message> {
  const path = `/api/v1/messages/${messageId}?apply_markdown=false&allow_empty_topic_name=true`;
  return (await request<{ message: Message }>(path)).message;
}

/** Returns a message's Markdown. @throws {Refusal} */
export async function markdownOf(messageId: number): Promise<string> {
  return (await messageAsWritten(messageId)).content;
}
