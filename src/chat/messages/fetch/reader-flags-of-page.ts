import { closingMember } from '../../../platform/http/json-object-text.ts';
import { flagBits, flagBitsFor, flagNames } from '../../reading/flags.ts';
import { markedIn } from '../../reading/message.ts';
import type { MessageFacts } from '../../reading/message-facts.ts';
import { isReceivedBy, isUnreadBy } from '../../reading/standing.ts';
import { type ReaderView, standingIn } from '../../reading/view.ts';
import type { PageRow } from './queries.ts';
import { isWithinRanges } from './read-marks-cache.ts';

/** Beside the bits of `message_flags`. */
const READ_BIT = 128;

/** Each combination of flags as the end of a message's JSON. */
const ends: readonly string[] = Array.from({ length: 2 * READ_BIT }, (_, bits) =>
  closingMember('flags', JSON.stringify(flagNames(bits & ~READ_BIT, (bits & READ_BIT) !== 0))),
);

/**
 * The flags of a page's messages for its reader, as JSON. They follow from three things: the messages (their facts are
 * kept with their JSON), how the reader stands to the channels (kept until it changes), and the reader's own marks,
 * which alone are asked for with the page.
 */
export class PageFlags {
  readonly #view: ReaderView;
  readonly #bits = new Map<number, number>();
  readonly #read: ReadonlyMap<number, readonly number[]>;

  /** @param read what the reader has read of each conversation by whose marks the page is read (`ReadRanges`) */
  constructor(view: ReaderView, page: PageRow, read: ReadonlyMap<number, readonly number[]>) {
    this.#view = view;
    page.flaggedIds.forEach((id, index) => {
      this.#bits.set(id, page.bits[index]!);
    });
    this.#read = read;
  }

  /** `,"flags":[…]}` */
  json(message: MessageFacts): string {
    return ends[this.#bitsOf(message)]!;
  }

  #bitsOf(message: MessageFacts): number {
    const { id, readBySender } = message;
    const isOwn = message.senderId === this.#view.userId;
    const marked = this.#bits.get(id) ?? 0;
    const standing = standingIn(this.#view, message);
    const { groupIds } = this.#view;
    let mentions = 0;
    if (message.channelWildcard) mentions |= flagBits.stream_wildcard_mentioned;
    if (message.mentionedGroupIds.length > 0 && message.mentionedGroupIds.some((group) => groupIds.includes(group)))
      mentions |= flagBits.mentioned;
    const bits = flagBitsFor(isReceivedBy(standing, { id, isOwn }), marked, mentions);
    const isMarkedRead = isWithinRanges(this.#read.get(markedIn(message)), id);
    return isUnreadBy(standing, { id, isOwn, readBySender }, isMarkedRead) ? bits : bits | READ_BIT;
  }
}
