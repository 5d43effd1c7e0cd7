import type { FetchMessagesAnswer, Message } from '../../store/wire/chat.ts';
import { plainMessage } from '../plain-message.ts';
import { request } from '../session/session.ts';

/** A message that a search found. */
export interface FoundMessage {
  id: number;
  sender: string;
  /** Its words on one line, of bounded length. */
  text: string;
  /** Address below `/chat`. */
  address: string;
}

const MAX_TEXT = 120;

/** Returns the newest messages that hold the words of a text, at most `limit`. @throws {Refusal} */
export async function findNewestMessages(text: string, limit: number, signal: AbortSignal): Promise<FoundMessage[]> {
  const query = new URLSearchParams({
    ...{ narrow: JSON.stringify([{ operator: 'search', operand: text }]), anchor: 'newest' },
    ...{ num_before: String(limit), num_after: '0', apply_markdown: 'false', allow_empty_topic_name: 'true' },
  });
  const { messages } = await request<FetchMessagesAnswer>(`/api/v1/messages?${query}`, { signal });
  return messages.map(shown).reverse();
}

function shown(message: Message): FoundMessage {
  const { id, content, sender_full_name: sender } = message;
  const text = plainMessage(content).replaceAll(/\s+/g, ' ').trim();
  return {
    id,
    sender,
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text,
    address: addressOf(message),
  };
}

function addressOf({ id, stream_id, subject, display_recipient: people }: Message): string {
  if (stream_id !== undefined) return `/c/${stream_id}/t/${encodeURIComponent(subject)}/near/${id}`;
  return `/dm/${typeof people === 'string' ? '' : people.map((each) => each.id).join(',')}/near/${id}`;
}
