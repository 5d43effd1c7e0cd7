import { request } from '../../shared/session/session.ts';
import { type Narrow, narrowKey, narrowTerms } from '../../store/chat/narrow.ts';
import { ascending, type ChatState, topicKey, type Unread } from '../../store/chat/state.ts';
import type { FetchMessagesAnswer, Message } from '../../store/wire/chat.ts';
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

const ranges = new Map<string, LoadedRange>();

/** Returns what is loaded of a narrow as it is now; undefined while there is nothing. */
export function loadedRange(narrow: Narrow): LoadedRange | undefined {
  const key = narrowKey(narrow);
  const range = ranges.get(key);
  if (!range) return undefined;
  const { state } = chat.value;
  const known = range.ids.filter((id) => {
    const message = state.messages.get(id);
    return message && isIn(state, narrow, message);
  });
  const last = range.ids.at(-1) ?? 0;
  const added = range.foundNewest
    ? [...state.messages.values()].filter((message) => message.id > last && isIn(state, narrow, message))
    : [];
  if (known.length === range.ids.length && added.length === 0) return range;
  const now = { ...range, ids: [...known, ...ascending(added.map(({ id }) => id))] };
  ranges.set(key, now);
  return now;
}

/** Whether a message belongs to a narrow; of a search only the server knows. */
function isIn(state: ChatState, narrow: Narrow, message: Message): boolean {
  switch (narrow.kind) {
    case 'topic':
      return message.stream_id === narrow.channelId && message.subject.toLowerCase() === narrow.topic.toLowerCase();
    case 'channel':
      return message.stream_id === narrow.channelId;
    case 'direct':
      return message.stream_id === undefined && userIdsOf(message).join() === narrow.userIds.join();
    case 'mentions':
      return message.flags.some((flag) => flag.endsWith('mentioned'));
    case 'starred':
      return state.starred.has(message.id);
    case 'own':
      return message.sender_id === state.ownUserId;
    case 'reactions':
      return message.sender_id === state.ownUserId && message.reactions.length > 0;
    case 'all':
      return true;
    case 'search':
      return ranges.get(narrowKey(narrow))?.ids.includes(message.id) ?? false;
  }
}

const userIdsOf = ({ display_recipient }: Message) =>
  ascending((display_recipient as { id: number }[]).map(({ id }) => id));

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

/** Loads the messages around one, or those at the end; what was loaded without that place is forgotten. */
export async function loadAround(narrow: Narrow, anchor: number | 'newest'): Promise<void> {
  const answer = await fetchMessages(narrow, String(anchor), AT_FIRST.before, AT_FIRST.after);
  keep(answer.messages);
  ranges.set(narrowKey(narrow), {
    ids: answer.messages.map(({ id }) => id),
    foundOldest: answer.found_oldest,
    foundNewest: answer.found_newest,
  });
  raise();
}

/** Adds the messages before, or after, what is loaded of a narrow. */
export async function loadMore(narrow: Narrow, end: 'older' | 'newer'): Promise<void> {
  const key = narrowKey(narrow);
  const before = ranges.get(key)!;
  const isOlder = end === 'older';
  const anchor = isOlder ? before.ids[0] : before.ids.at(-1);
  if (anchor === undefined) return;
  const answer = await fetchMessages(narrow, String(anchor), isOlder ? AT_ONCE : 0, isOlder ? 0 : AT_ONCE);
  keep(answer.messages);
  const now = ranges.get(key)!;
  const ids = ascending(new Set([...now.ids, ...answer.messages.map(({ id }) => id)]));
  ranges.set(
    key,
    isOlder ? { ...now, ids, foundOldest: answer.found_oldest } : { ...now, ids, foundNewest: answer.found_newest },
  );
  raise();
}

function fetchMessages(narrow: Narrow, anchor: string, before: number, after: number): Promise<FetchMessagesAnswer> {
  const query = new URLSearchParams({
    ...{ anchor, num_before: String(before), num_after: String(after), apply_markdown: 'true' },
    ...{ client_gravatar: 'false', allow_empty_topic_name: 'true' },
    narrow: JSON.stringify(narrowTerms(narrow, chat.peek().state.ownUserId)),
  });
  return request<FetchMessagesAnswer>(`/api/v1/messages?${query}`);
}

function keep(messages: readonly Message[]): void {
  const { state } = chat.peek();
  for (const message of messages) state.messages.set(message.id, message);
}
