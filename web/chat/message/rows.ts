import type { Message } from '../../store/wire/chat.ts';

/** A message of the list as it is to be drawn. */
export interface ListedMessage {
  /** Stays the same while a sent message becomes firm, so that its row stays too. */
  key: string;
  message: Message;
  /** Set while the server has not taken it. */
  pending?: PendingState;
  /** Its edit that the server has not taken. */
  edit?: PendingState;
}

export interface PendingState {
  actionId: string;
  /** The server's sentence; undefined while it waits. */
  refusal?: string | undefined;
  /** Whether it never left this page, so that it can be taken back. */
  isUnsent?: boolean;
}

/** Whether a row is drawn the same for both. */
export function isSamePending(one: PendingState | undefined, other: PendingState | undefined): boolean {
  return one?.actionId === other?.actionId && one?.refusal === other?.refusal && one?.isUnsent === other?.isUnsent;
}

export type ListRow = { kind: 'day'; key: string; at: number } | { kind: 'unread'; key: string } | MessageRowFacts;

export interface MessageRowFacts {
  kind: 'message';
  key: string;
  listed: ListedMessage;
  /** Whether the row says who wrote it. */
  hasHead: boolean;
  /** Whether the row says where it was written: at the first of a run, in lists of several conversations. */
  hasPlace: boolean;
}

interface RowOptions {
  /** Whether messages of several conversations are shown. */
  hasPlaces: boolean;
  /** First message that was unread when the list opened. */
  firstUnread?: number | undefined;
  /** Day of a time in seconds, in the reader's own zone. */
  dayOf(timestamp: number): string;
}

/** Messages of one person within this time share a head. */
const ONE_BREATH_SECONDS = 5 * 60;

/** Rows of a list. `listed`: in the order in which they are shown. */
export function rowsOf(listed: readonly ListedMessage[], { hasPlaces, firstUnread, dayOf }: RowOptions): ListRow[] {
  const rows: ListRow[] = [];
  let before: Message | undefined;
  let day: string | undefined;
  for (const each of listed) {
    const { message, key } = each;
    const ownDay = dayOf(message.timestamp);
    const isNewDay = ownDay !== day;
    if (isNewDay) rows.push({ kind: 'day', key: `day ${ownDay} ${key}`, at: message.timestamp * 1000 });
    const isFirstUnread = message.id === firstUnread;
    if (isFirstUnread) rows.push({ kind: 'unread', key: 'unread' });
    const hasPlace = hasPlaces && (isNewDay || !before || !isSamePlace(before, message));
    const hasHead = isNewDay || isFirstUnread || hasPlace || !before || !isOneBreath(before, message);
    rows.push({ kind: 'message', key, listed: each, hasHead, hasPlace });
    day = ownDay;
    before = message;
  }
  return rows;
}

function isSamePlace(one: Message, other: Message): boolean {
  return one.recipient_id === other.recipient_id && one.subject.toLowerCase() === other.subject.toLowerCase();
}

function isOneBreath(one: Message, other: Message): boolean {
  return (
    one.sender_id === other.sender_id &&
    !one.is_me_message &&
    !other.is_me_message &&
    other.timestamp - one.timestamp < ONE_BREATH_SECONDS
  );
}
