import type { FetchMessagesAnswer, Message } from '../../wire/chat.ts';
import { reducers } from '../apply/index.ts';
import { type Narrow, narrowKey } from '../narrow.ts';
import type { ChatEvent, ChatState } from '../state.ts';
import { isFollowed } from './membership.ts';
import type { MessageRange, MessageWindow, Ranges } from './message-windows.ts';
import { covering, FIRST, foundOldest, LAST, withEnd, withRange } from './ranges.ts';
import { changesAccess } from './recent.ts';
import { trim } from './trim.ts';

/** Returns the known of a narrow; undefined before the first answer. */
export function windowOf(state: ChatState, narrow: Narrow): MessageWindow | undefined {
  return state.windows.get(narrowKey(narrow));
}

/**
 * Returns the known stretch of a narrow around a message ID, or at one of its ends; undefined where nothing is known.
 * The ID need not be in the narrow.
 */
export function knownRange(
  state: ChatState,
  narrow: Narrow,
  at: number | 'oldest' | 'newest',
): MessageRange | undefined {
  const ranges = windowOf(state, narrow)?.ranges ?? [];
  if (at === 'oldest') return ranges.find(foundOldest);
  if (at === 'newest') return ranges.findLast(({ foundNewest }) => foundNewest);
  return covering(ranges, at);
}

/** Returns the messages of a range, in order. */
export function messagesOf(state: ChatState, range: MessageRange): Message[] {
  return range.ids.flatMap((id) => state.messages.get(id) ?? []);
}

/** Returns the anchor with which older messages than these are asked for; undefined when there are none. */
export function missingBefore(state: ChatState, narrow: Narrow, id: number): number | undefined {
  const range = knownRange(state, narrow, id);
  if (!range || windowOf(state, narrow)!.isStale) return id;
  return foundOldest(range) ? undefined : (range.ids[0] ?? range.from);
}

/** Returns the anchor with which newer messages than these are asked for; undefined when there are none. */
export function missingAfter(state: ChatState, narrow: Narrow, id: number): number | undefined {
  const range = knownRange(state, narrow, id);
  if (!range || windowOf(state, narrow)!.isStale) return id;
  return range.foundNewest ? undefined : (range.ids.at(-1) ?? range.to);
}

/** Notes that a person looks at a place of a narrow. Messages that the server does not have yet (negative IDs) are no place. */
export function look(state: ChatState, narrow: Narrow, id: number): void {
  const known = windowOf(state, narrow);
  if (known && id > 0) Object.assign(known, { lookedAt: ++state.viewCount, lookedFor: id });
}

/**
 * Adds the server's answer to `GET /messages`, asked with the anchor included (as is the default), without
 * `message_ids`.
 * @param askedAt `state.lastEventId` when it was asked: what events told since counts more than the answer
 * @returns false where too much happened since: it is to be asked again
 */
export function addFetched(state: ChatState, narrow: Narrow, answer: FetchMessagesAnswer, askedAt: number): boolean {
  const since = state.recentEvents.filter(({ id }) => id > askedAt);
  const isRemembered = askedAt >= state.forgottenEventId;
  if (!isRemembered || since.some(changesAccess)) return false;
  const fetched = afterEvents(state, narrow, answer, since);
  for (const [id, message] of fetched.messages) state.messages.set(id, message);
  const known = windowOf(state, narrow);
  const before = known && !known.isStale ? known.ranges : [];
  const ranges = fetched.ranges.reduce<Ranges>(withRange, before);
  // The API's anchor of `newest` in an empty narrow is larger than any safe integer.
  const lookedFor = known?.lookedFor ?? Math.min(answer.anchor ?? LAST, LAST);
  state.windows.set(narrowKey(narrow), { narrow, ranges, isStale: false, lookedAt: ++state.viewCount, lookedFor });
  trim(state);
  return true;
}

/** The answer as it would be now: events since then are applied to it alone. */
function afterEvents(
  state: ChatState,
  narrow: Narrow,
  answer: FetchMessagesAnswer,
  since: readonly ChatEvent[],
): { messages: Map<number, Message>; ranges: Ranges } {
  const range = rangeOf(answer);
  const key = narrowKey(narrow);
  const known = { narrow, ranges: [range], isStale: false, lookedAt: 0, lookedFor: 0 };
  const scratch: ChatState = {
    ...state,
    messages: new Map(answer.messages.map((message) => [message.id, message])),
    windows: new Map([[key, known]]),
    ...{ unread: new Map(), starred: new Set(), directConversations: undefined, channels: new Map() },
  };
  for (const event of since) reducers[event.type]!(scratch, event as never);
  const ranges = scratch.windows.get(key)!.ranges;
  const ids = new Set(ranges.flatMap((each) => each.ids));
  const messages = new Map([...scratch.messages].filter(([id]) => ids.has(id)));
  return { messages, ranges: isFollowed(state, narrow) ? ranges : withEnd(ranges) };
}

/** Part of a narrow that an answer has: everything between its ends, the anchor among it. */
function rangeOf({ messages, anchor, found_oldest, found_newest }: FetchMessagesAnswer): MessageRange {
  const ids = messages.map(({ id }) => id);
  const ends = anchor === undefined ? ids : [...ids, anchor];
  return {
    ids,
    from: found_oldest ? FIRST : Math.min(...ends),
    to: found_newest ? LAST : Math.max(...ends),
    foundNewest: found_newest,
  };
}
