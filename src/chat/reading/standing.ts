/*
 * How a person stands to a message: whether they see it, whether it came to them, whether it can be unread. These
 * functions are the rule for one message at hand; `fragments.ts` beside them is the same rule in SQL, for lists.
 * Nothing is stored per recipient (docs/decisions/0010-nothing-per-recipient.md).
 */

/** When a person was subscribed to a channel: messages after the one ID and up to the other came to the person. */
export interface Periods {
  receivedAfter: readonly number[];
  receivedUntil: readonly number[];
}

/** How one person stands to one conversation, as far as its messages are concerned. */
export interface Standing extends Periods {
  /** Whether the person may read the conversation at present; without it, nothing of it is theirs, own messages too. */
  isReadable: boolean;
  /** Whether the person sees all of it, also what was sent before their own time. */
  isOpen: boolean;
  /** Of a message that has moved: when the person was subscribed to where it stands. They see what moved to them then. */
  shown?: Periods;
  /** Later messages can be unread; null: none can, since the person is not subscribed or the channel is archived. */
  unreadAfter: number | null;
  /** What moves into the conversation at a later event can be unread; null as `unreadAfter`. */
  unreadSince: number | null;
}

/** A message as one person stands to it. */
interface OfReader {
  id: number;
  /** Whether the person wrote it. */
  isOwn: boolean;
}

/** The standing of whoever takes part in a direct conversation. */
export const participant: Standing = {
  isReadable: true,
  isOpen: true,
  receivedAfter: [0],
  receivedUntil: [Number.MAX_SAFE_INTEGER],
  unreadAfter: 0,
  unreadSince: 0,
};

/** The standing of whoever may not read a conversation, or to whom it does not exist. */
export const outsider: Standing = {
  isReadable: false,
  isOpen: false,
  receivedAfter: [],
  receivedUntil: [],
  unreadAfter: null,
  unreadSince: null,
};

/** The standing of whoever may read a conversation that does not come to them. */
export const onlooker: Standing = { ...outsider, isReadable: true, isOpen: true };

/**
 * How a person stands to a message that has moved to another channel: it came to them by where it was sent, and what was
 * unread stays so for whoever was subscribed to where it went.
 * @param here how they stand to the channel that it is in
 * @param sent when they were subscribed to the channel to which it was sent
 */
export function standingToMoved(here: Standing, sent: Periods, movedAtEventId: number): Standing {
  const { receivedAfter, receivedUntil } = sent;
  const unreadAfter = here.unreadSince !== null && here.unreadSince < movedAtEventId ? 0 : null;
  return { ...here, receivedAfter, receivedUntil, shown: here, unreadAfter };
}

/** Whether the message belongs to the person's own history: it came to them, or is theirs. */
export function isReceivedBy(standing: Standing, { id, isOwn }: OfReader): boolean {
  if (!standing.isReadable) return false;
  if (isOwn) return true;
  return isWithin(standing, id);
}

function isWithin({ receivedAfter, receivedUntil }: Periods, id: number): boolean {
  for (let period = 0; period < receivedAfter.length; period++) {
    if (id > receivedAfter[period]! && id <= receivedUntil[period]!) return true;
  }
  return false;
}

/** Whether the person may see the message. What belongs to their own history is visible. */
export function isVisibleTo(standing: Standing, message: OfReader): boolean {
  const { isOpen, isReadable, shown } = standing;
  return (
    isOpen || isReceivedBy(standing, message) || (isReadable && shown !== undefined && isWithin(shown, message.id))
  );
}

/** spec: chat 3: only what came directly, or in a present subscription, can be unread. */
export function canBeUnread(standing: Standing, messageId: number): boolean {
  const { unreadAfter } = standing;
  return unreadAfter !== null && messageId > unreadAfter && isWithin(standing, messageId);
}

/**
 * Whether the message is unread.
 * @param isMarkedRead whether it lies in what the person has marked as read
 */
export function isUnreadBy(
  standing: Standing,
  { id, isOwn, readBySender }: OfReader & { readBySender: boolean },
  isMarkedRead: boolean,
): boolean {
  return canBeUnread(standing, id) && !(isOwn && readBySender) && !isMarkedRead;
}
