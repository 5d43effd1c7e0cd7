import { flagBits, flagNames, KEPT_BITS } from '../flags.ts';
import type { Message } from '../message.ts';
import { isReceivedIn, type ReaderView } from '../visibility/reader-view.ts';
import type { Page } from './queries.ts';
import { isWithinRanges } from './read-marks-cache.ts';

/** What of a message decides its flags, beside the reader's own marks. */
export interface FlagFacts {
  id: number;
  recipientId: number;
  channelId: number | null;
  /** Everybody of a direct message; empty for channel messages. */
  userIds: readonly number[];
  senderId: number;
  readBySender: boolean;
  channelWildcard: boolean;
  mentionedGroupIds: readonly number[];
}

export function flagFacts(message: Message): FlagFacts {
  const { id, recipientId, channelId, people, sender, readBySender, channelWildcard, mentionedGroupIds } = message;
  return {
    id,
    recipientId,
    channelId,
    userIds: people.map((person) => person.id),
    senderId: sender.id,
    readBySender,
    channelWildcard,
    mentionedGroupIds,
  };
}

/** Beside the bits of `message_flags`. */
const READ_BIT = 128;

/** Each combination of flags as the end of a message's JSON, once made. */
const ends = new Map<number, string>();

function endOf(bits: number): string {
  let end = ends.get(bits);
  if (end === undefined) {
    end = `,"flags":${JSON.stringify(flagNames(bits & ~READ_BIT, (bits & READ_BIT) !== 0))}}`;
    ends.set(bits, end);
  }
  return end;
}

/**
 * The flags of a page's messages for its reader, as JSON. They follow from three things: the messages (their facts are
 * kept with their JSON), how the reader stands to the channels (kept until it changes), and the reader's own marks,
 * which alone are asked for with the page.
 */
export class PageFlags {
  readonly #view: ReaderView;
  readonly #bits = new Map<number, number>();
  readonly #read: ReadonlyMap<number, readonly number[]>;

  /** @param read what the reader has read of each conversation of the page (`ReadRanges`) */
  constructor(view: ReaderView, page: Page, read: ReadonlyMap<number, readonly number[]>) {
    this.#view = view;
    page.flaggedIds.forEach((id, index) => {
      this.#bits.set(id, page.bits[index]!);
    });
    this.#read = read;
  }

  /** `,"flags":[…]}` */
  json(message: FlagFacts): string {
    return endOf(this.#bitsOf(message));
  }

  #bitsOf(message: FlagFacts): number {
    const { id, channelId } = message;
    const { userId, groupIds } = this.#view;
    const own = message.senderId === userId;
    const marked = this.#bits.get(id) ?? 0;
    let received = true;
    let unreadAfter: number | null = 0;
    if (channelId !== null) {
      const channel = this.#view.channels.get(channelId);
      received = channel !== undefined && isReceivedIn(channel, id);
      unreadAfter = channel?.presentAfter ?? null;
    }
    let bits: number;
    if (own || received) {
      bits = marked & ~flagBits.historical;
      if (message.channelWildcard) bits |= flagBits.stream_wildcard_mentioned;
      if (message.mentionedGroupIds.length > 0 && message.mentionedGroupIds.some((group) => groupIds.includes(group)))
        bits |= flagBits.mentioned;
    } else bits = (marked & KEPT_BITS) | flagBits.historical;
    const read =
      (own && message.readBySender) ||
      // spec: chat 3: only what came in a present subscription can be unread.
      unreadAfter === null ||
      id <= unreadAfter ||
      isWithinRanges(this.#read.get(message.recipientId), id);
    return read ? bits | READ_BIT : bits;
  }
}
