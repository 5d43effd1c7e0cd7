import { bounded, isoTime } from './answer.ts';

/** A message as `GET /messages` gives it, as far as assistants read it. */
export interface FetchedMessage {
  id: number;
  timestamp: number;
  sender_id: number;
  sender_full_name: string;
  type: 'stream' | 'private';
  display_recipient: string | { id: number; full_name: string }[];
  subject: string;
  content: string;
  flags: string[];
}

/** The conversation of a message. */
export function conversationOf({ display_recipient: to, subject }: FetchedMessage): object {
  if (typeof to === 'string') return { channel: to, topic: subject };
  return { people: to.map(({ id, full_name: name }) => ({ id, name })) };
}

/** Returns a message as assistants read it. */
export function lineOf(message: FetchedMessage): object {
  const { id, timestamp, sender_id: senderId, sender_full_name: name, content, flags } = message;
  return {
    id,
    time: isoTime(timestamp * 1000),
    from: { id: senderId, name },
    text: bounded(content),
    ...(!flags.includes('read') && { isUnread: true }),
    ...(flags.includes('mentioned') && { mentionsYou: true }),
  };
}

/** A term of a narrow. */
export type Term = readonly [operator: string, operand: unknown];

/** The parameters of a page of messages, the newest that there are or those before one. */
export function pageBefore(narrow: readonly Term[], before: number | undefined, count: number) {
  return {
    narrow: narrow.map(([operator, operand]) => ({ operator, operand })),
    anchor: before ?? 'newest',
    include_anchor: before === undefined,
    num_before: count,
    num_after: 0,
    apply_markdown: false,
  };
}

/** People as narrows and `POST /messages` take them: all IDs, or all addresses. */
export function peopleOf(given: readonly (number | string)[]): (number | string)[] {
  const ids = given.map((one) => (/^\d{1,15}$/.test(String(one)) ? Number(one) : undefined));
  return ids.every((id) => id !== undefined) ? ids : given.map(String);
}
