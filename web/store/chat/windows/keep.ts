import type { Message } from '../../wire/chat.ts';
import type { Narrow } from '../narrow.ts';
import type { ChatState } from '../state.ts';
import { holds } from './membership.ts';
import type { Ranges } from './message-windows.ts';
import { covering, withEnd, withHole, withMessage, withNewer, withoutMessages } from './ranges.ts';

/* What events make of the windows: the ranges stay true. */

/** News of an event about a message that the store does not have: `in` the narrow or `out` of it, or that it may be either. */
export type Membership = 'in' | 'out' | 'either' | 'as before';

/**
 * Puts a changed message into the windows that hold it now, and takes it out of all others.
 * @param membershipOf what the event tells, for a message that the store does not have
 */
export function placeMessage(
  state: ChatState,
  id: number,
  membershipOf: (narrow: Narrow) => Membership = () => 'as before',
): void {
  const message = state.messages.get(id);
  for (const known of state.windows.values()) {
    const { narrow, ranges } = known;
    known.ranges = message ? placed(state, narrow, ranges, message) : placedUnseen(ranges, id, membershipOf(narrow));
  }
}

function placed(state: ChatState, narrow: Narrow, ranges: Ranges, message: Message): Ranges {
  const isIn = holds(narrow, message, state.ownUserId);
  if (isIn === undefined) return ranges;
  if (!isIn) return withoutMessages(ranges, new Set([message.id]));
  return withMessage(withNewer(ranges, message.id), message.id);
}

function placedUnseen(ranges: Ranges, id: number, membership: Membership): Ranges {
  if (membership === 'as before') return ranges;
  if (membership === 'out') return withoutMessages(ranges, new Set([id]));
  return covering(ranges, id)?.ids.includes(id) ? ranges : withHole(ranges, id);
}

/** Takes messages that nobody sees any more out of every known. */
export function dropMessages(state: ChatState, ids: ReadonlySet<number>): void {
  for (const known of state.windows.values()) known.ranges = withoutMessages(known.ranges, ids);
}

/** From now on no event tells what happens in a channel: what is known of it has an end. */
export function endWindowsOf(state: ChatState, channelId: number): void {
  for (const known of state.windows.values()) if (isOf(known.narrow, channelId)) known.ranges = withEnd(known.ranges);
}

/** Nothing tells what came while nobody told: what was the newest may not be it. */
export function reopenWindowsOf(state: ChatState, channelId: number): void {
  for (const known of state.windows.values())
    if (isOf(known.narrow, channelId)) known.ranges = known.ranges.map((range) => ({ ...range, foundNewest: false }));
}

/** Forgets what is known of a channel's messages: other ones may be readable now. */
export function forgetWindowsOf(state: ChatState, channelId: number): void {
  const ofChannel = [...state.messages.values()].filter(({ stream_id }) => stream_id === channelId);
  const gone = new Set(ofChannel.map(({ id }) => id));
  for (const known of state.windows.values()) {
    if (isOf(known.narrow, channelId)) known.ranges = [];
    else if (isWide(known.narrow)) {
      known.ranges = withoutMessages(known.ranges, gone);
      known.isStale = true;
    }
  }
}

/** Marks every window as older than a gap in what is known: it is shown until the server is asked. */
export function markStale(state: ChatState): void {
  for (const known of state.windows.values()) known.isStale = true;
}

function isOf(narrow: Narrow, channelId: number): boolean {
  return (narrow.kind === 'topic' || narrow.kind === 'channel') && narrow.channelId === channelId;
}

/** Whether a narrow may hold messages of every channel. */
function isWide({ kind }: Narrow): boolean {
  return kind !== 'topic' && kind !== 'channel' && kind !== 'direct';
}
