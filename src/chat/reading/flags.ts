import type { Message, MessageSent } from './message.ts';

/** Bits of `chat.message_flags.flags`, by their names on the wire. `read` is kept as ranges, apart. */
export const flagBits = {
  starred: 1,
  collapsed: 2,
  mentioned: 4,
  stream_wildcard_mentioned: 8,
  topic_wildcard_mentioned: 16,
  has_alert_word: 32,
  historical: 64,
} as const;

export type FlagName = keyof typeof flagBits | 'read' | 'wildcard_mentioned';

/** Bits that say that a message names its reader in some way. */
export const MENTION_BITS = flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned;

/** Flags that belong to a message also where it did not come to the person. */
const KEPT_BITS = flagBits.starred | flagBits.collapsed;

/** Whether and how a message names a person, as bits. */
export interface FlagPerson {
  userId: number;
  /** User groups that the person is in, also through subgroups. */
  groupIds: ReadonlySet<number>;
}

const names = Object.entries(flagBits) as [keyof typeof flagBits, number][];

/** Names of the set bits, with `wildcard_mentioned`, which old clients read for either wildcard. */
export function flagNames(bits: number, read: boolean): FlagName[] {
  if (bits === 0) return read ? ['read'] : [];
  const set: FlagName[] = read ? ['read'] : [];
  for (const [name, bit] of names) if (bits & bit) set.push(name);
  if (bits & (flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned)) set.push('wildcard_mentioned');
  return set;
}

/** The mentions of a person that follow from the message itself: they need no row. */
export function mentionBits(
  message: Pick<Message, 'mentionedUserIds' | 'mentionedGroupIds' | 'channelWildcard'>,
  person: FlagPerson,
): number {
  let bits = 0;
  const { mentionedUserIds, mentionedGroupIds } = message;
  if (
    (mentionedUserIds.length > 0 && mentionedUserIds.includes(person.userId)) ||
    (mentionedGroupIds.length > 0 && mentionedGroupIds.some((id) => person.groupIds.has(id)))
  ) {
    bits |= flagBits.mentioned;
  }
  if (message.channelWildcard) bits |= flagBits.stream_wildcard_mentioned;
  return bits;
}

/**
 * The flags of a message for one person, `read` apart: one that did not come to them is historical, and names nobody.
 * @param marked bits of their own row
 */
export function flagBitsFor(isReceived: boolean, marked: number, mentions: number): number {
  return isReceived ? (marked & ~flagBits.historical) | mentions : (marked & KEPT_BITS) | flagBits.historical;
}

/** The flags with which a person receives a message, as far as it names them. */
export function mentionBitsAtSend(
  { message, topicParticipantIds, alertedUserIds }: Omit<MessageSent, 'type' | 'local'>,
  person: FlagPerson,
): number {
  let bits = mentionBits(message, person);
  if (alertedUserIds.includes(person.userId)) bits |= flagBits.has_alert_word;
  if (message.topicWildcard && topicParticipantIds.includes(person.userId)) bits |= flagBits.topic_wildcard_mentioned;
  return bits;
}
