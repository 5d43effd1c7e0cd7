import { request } from '../../shared/session/session.ts';
import { type Narrow, narrowTerms } from '../../store/chat/narrow.ts';
import { ascending, type ChatState, topicKey, type Unread } from '../../store/chat/state.ts';
import { foundOldest, LAST } from '../../store/chat/windows/ranges.ts';
import {
  addFetched,
  knownRange,
  look,
  missingAfter,
  missingBefore,
  windowOf,
} from '../../store/chat/windows/windows.ts';
import type { FetchMessagesAnswer } from '../../store/wire/chat.ts';
import { chat, raise } from './chat.ts';

/** Messages of a narrow that are known without a gap. */
export interface LoadedRange {
  /** Ascending. */
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

/** Fetched around the place where a list opens, and at each of its ends. */
const AT_FIRST = { before: 40, after: 60 };
const AT_ONCE = 100;

/** Returns what is loaded of a narrow around the place that is looked at; undefined while there is nothing. */
export function loadedRange(narrow: Narrow): LoadedRange | undefined {
  const { state } = chat.value;
  const known = windowOf(state, narrow);
  const range = known && knownRange(state, narrow, known.lookedFor);
  return range && { ids: range.ids, foundOldest: foundOldest(range), foundNewest: range.foundNewest };
}

/** Whether what is loaded of a narrow is from before a gap in the events: it is shown until the server is asked. */
export function isStale(narrow: Narrow): boolean {
  return windowOf(chat.value.state, narrow)?.isStale ?? false;
}

/** Notes the place of a narrow that is looked at: it stays when there are too many messages. */
export function lookAt(narrow: Narrow, id: number): void {
  look(chat.peek().state, narrow, id);
}

/** Returns the IDs of a narrow's unread messages, ascending; loaded or not. */
export function unreadIn(state: ChatState, narrow: Narrow): number[] {
  return ascending([...state.unread].flatMap(([id, place]) => (isPlaceIn(narrow, place) ? [id] : [])));
}

function isPlaceIn(narrow: Narrow, place: Unread): boolean {
  switch (narrow.kind) {
    case 'topic':
      return (
        'channelId' in place && topicKey(place.channelId, place.topic) === topicKey(narrow.channelId, narrow.topic)
      );
    case 'channel':
      return 'channelId' in place && place.channelId === narrow.channelId;
    case 'direct':
      return 'userIds' in place && place.userIds.join() === narrow.userIds.join();
    case 'mentions':
      return place.mentioned;
    case 'all':
      return true;
    default:
      return false;
  }
}

/** Loads the messages around one, or those at the end, and looks there. */
export async function loadAround(narrow: Narrow, anchor: number | 'newest'): Promise<void> {
  const answer = await fetchMessages(narrow, String(anchor), AT_FIRST.before, AT_FIRST.after);
  const place = anchor === 'newest' ? answer.messages.at(-1)?.id : anchor;
  if (place !== undefined) look(chat.peek().state, narrow, place);
  raise();
}

/** Loads what is shown of a narrow again, where it is looked at. */
export async function reload(narrow: Narrow): Promise<void> {
  const { lookedFor } = windowOf(chat.peek().state, narrow)!;
  await loadAround(narrow, lookedFor === LAST ? 'newest' : lookedFor);
}

/** Adds the messages before, or after, what is loaded of a narrow. */
export async function loadMore(narrow: Narrow, end: 'older' | 'newer'): Promise<void> {
  const { state } = chat.peek();
  const ids = loadedRange(narrow)?.ids ?? [];
  const isOlder = end === 'older';
  const last = isOlder ? ids[0] : ids.at(-1);
  if (last === undefined) return;
  const anchor = isOlder ? missingBefore(state, narrow, last) : missingAfter(state, narrow, last);
  if (anchor === undefined) return;
  await fetchMessages(narrow, String(anchor), isOlder ? AT_ONCE : 0, isOlder ? 0 : AT_ONCE);
  look(chat.peek().state, narrow, last);
  raise();
}

/** Fetches messages into the store; again where what happened meanwhile makes the answer useless. */
async function fetchMessages(
  narrow: Narrow,
  anchor: string,
  before: number,
  after: number,
): Promise<FetchMessagesAnswer> {
  const query = new URLSearchParams({
    ...{ anchor, num_before: String(before), num_after: String(after), apply_markdown: 'true' },
    ...{ client_gravatar: 'false', allow_empty_topic_name: 'true' },
    narrow: JSON.stringify(narrowTerms(narrow, chat.peek().state.ownUserId)),
  });
  while (true) {
    const askedAt = chat.peek().state.lastEventId;
    const answer = await request<FetchMessagesAnswer>(`/api/v1/messages?${query}`);
    if (addFetched(chat.peek().state, narrow, answer, askedAt)) return answer;
  }
}
