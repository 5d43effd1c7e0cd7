import { request } from '../../shared/session/session.ts';
import type { NarrowTerm } from '../../store/chat/narrow.ts';
import type { FetchMessagesAnswer, Message } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';

/**
 * Returns the message of a search that is nearest to a day: the newest before its beginning, or the oldest after it.
 * Messages are numbered as they come, so the place of a time is found by halving.
 */
export async function resultAt(
  terms: readonly NarrowTerm[],
  day: Date,
  side: 'before' | 'after',
): Promise<number | undefined> {
  const first = await firstMessageFrom(day.getTime() / 1000);
  const anchor = first === undefined ? 'newest' : String(first);
  if (side === 'after') return first === undefined ? undefined : (await around(terms, anchor, 0, 1)).at(-1)?.id;
  const found = await around(terms, anchor, 1, 0);
  return found.filter(({ timestamp }) => timestamp * 1000 < day.getTime()).at(-1)?.id;
}

/** Returns the ID of the first message at or after a time; undefined if there is none. @param seconds time */
async function firstMessageFrom(seconds: number): Promise<number | undefined> {
  const [newest] = await around([], 'newest', 0, 0);
  if (!newest || newest.timestamp < seconds) return undefined;
  let [low, high] = [0, newest.id];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [message] = await around([], String(middle), 0, 1);
    if (!message) return high;
    if (message.timestamp >= seconds) high = middle;
    else low = message.id + 1;
  }
  const [message] = await around([], String(low), 0, 1);
  return message?.id;
}

async function around(
  terms: readonly NarrowTerm[],
  anchor: string,
  before: number,
  after: number,
): Promise<Pick<Message, 'id' | 'timestamp'>[]> {
  const query = new URLSearchParams({
    ...{ anchor, num_before: String(before), num_after: String(after), apply_markdown: 'true' },
    ...{ narrow: JSON.stringify(terms), client_gravatar: 'false', allow_empty_topic_name: 'true' },
  });
  const { messages } = await request<FetchMessagesAnswer>(`/api/v1/messages?${query}`);
  const { state } = chat.peek();
  for (const message of messages) if (!state.messages.has(message.id)) state.messages.set(message.id, message);
  return messages;
}
