/*
 * Standing of a person with regard to a message: whether they see it, received it, and can have it unread. These
 * functions are the rule for a single message; `fragments.ts` beside them is the same rule in SQL, for lists. Nothing
 * is stored per recipient (docs/decisions/0010-nothing-per-recipient.md).
 */

/** Period of a person's subscription to a channel: messages after the one ID and up to the other were received. */
export interface Periods {
  receivedAfter: readonly number[];
  receivedUntil: readonly number[];
}

/** Standing of one person in one conversation with regard to its messages. */
export interface Standing extends Periods {
  /** Whether the person may read the conversation at present; without it, nothing of it is theirs, own messages too. */
  isReadable: boolean;
  /** Whether the person sees all of it, also what was sent before their own time. */
  isOpen: boolean;
  /** For a moved message: subscription periods of its current channel. The person sees messages that moved in then. */
  shown?: Periods;
  /** Later messages can be unread; null: none can, since the person is not subscribed or the channel is archived. */
  unreadAfter: number | null;
  /** Messages that move into the conversation at a later event can be unread; null as `unreadAfter`. */
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
 * Returns a person's standing with regard to a message that moved to another channel: its original place decides
 * whether it was received; it stays unread for subscribers of its new place.
 * @param here the standing in its present channel
 * @param sent the subscription to the channel that it was sent to
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
