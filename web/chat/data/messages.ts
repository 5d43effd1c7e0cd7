import { request } from '../../shared/session/session.ts';
import { ascending, topicKey } from '../../store/chat/conversation.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import { narrowKey, narrowTerms } from '../../store/chat/narrow.ts';
import type { ChatState, Unread } from '../../store/chat/state.ts';
import { foundOldest } from '../../store/chat/windows/ranges.ts';
import {
  addFetched,
  knownRange,
  look,
  missingAfter,
  missingBefore,
  windowOf,
} from '../../store/chat/windows/windows.ts';
import type { FetchMessagesAnswer } from '../../store/wire/chat.ts';
import { chat, knownState, raise } from './chat.ts';

/** Messages of a narrow that are known without a gap. */
export interface LoadedRange {
  /** Ascending. */
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
  /** Whether events are missing since: it is shown until the server has answered. */
  isStale: boolean;
}

/** Fetched around the place where a list opens, and at each of its ends. */
const AT_FIRST = { before: 40, after: 60 };
const AT_ONCE = 100;
/** Answers that too much happened since are asked for again. */
const MAX_RETRIES = 3;

/** Returns what is loaded of a narrow around a message, or at its end; undefined while there is nothing. */
export function loadedRange(narrow: Narrow, at: number | 'newest'): LoadedRange | undefined {
  const { state } = chat.value;
  const range = knownRange(state, narrow, at);
  if (!range) return undefined;
  const { ids, foundNewest } = range;
  return { ids, foundNewest, foundOldest: foundOldest(range), isStale: windowOf(state, narrow)!.isStale };
}

/** Notes the place of a narrow that is looked at: it stays when there are too many messages. */
export function lookAt(narrow: Narrow, id: number): void {
  look(knownState()!, narrow, id);
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

/** Returns the message at which a narrow opens: the linked one, else the first unread one, else the newest. */
export function openingAnchor(narrow: Narrow, near: number | undefined): number | 'newest' {
  return near ?? unreadIn(chat.peek().state, narrow)[0] ?? 'newest';
}

/** Answers that are on their way: whoever asks for the same meanwhile waits for the same one. */
const underway = new Map<string, Promise<void>>();

/** Loads the messages around one, or those at the end. */
export function loadAround(narrow: Narrow, anchor: number | 'newest'): Promise<void> {
  const key = `${narrowKey(narrow)} ${anchor} ${knownState()!.lastEventId}`;
  const found =
    underway.get(key) ?? load(narrow, anchor, AT_FIRST.before, AT_FIRST.after).finally(() => underway.delete(key));
  underway.set(key, found);
  return found;
}

/** Adds the messages before, or after, a stretch of a narrow that has this one. */
export async function loadMore(narrow: Narrow, at: number, end: 'older' | 'newer'): Promise<void> {
  const { state } = chat.peek();
  const anchor = end === 'older' ? missingBefore(state, narrow, at) : missingAfter(state, narrow, at);
  if (anchor === undefined) return;
  await load(narrow, anchor, end === 'older' ? AT_ONCE : 0, end === 'older' ? 0 : AT_ONCE);
}

/**
 * Loads messages by their IDs, whatever conversations they stand in: as results of a search of their own, so that they stay while they
 * are looked at. Those that the person may not read, or that are gone, are left out.
 * @returns the narrow of that search
 */
export async function loadMessages(ids: readonly number[]): Promise<Narrow> {
  const narrow: Narrow = { kind: 'search', terms: [{ operator: 'ids', operand: ids }] };
  await fetchInto(narrow, { message_ids: JSON.stringify(ids) });
  return narrow;
}

/** Returns the messages of narrows that are loaded and that the person may still read. */
export function loadedIn(narrows: readonly Narrow[]): ReadonlySet<number> {
  const { state } = chat.value;
  return new Set(narrows.flatMap((narrow) => windowOf(state, narrow)?.ranges.flatMap(({ ids }) => ids) ?? []));
}

function load(narrow: Narrow, anchor: number | 'newest', before: number, after: number): Promise<void> {
  const around = { anchor: String(anchor), num_before: String(before), num_after: String(after) };
  return fetchInto(narrow, { ...around, narrow: JSON.stringify(narrowTerms(narrow, knownState()!.ownUserId)) });
}

async function fetchInto(narrow: Narrow, asked: Record<string, string>): Promise<void> {
  const form = { apply_markdown: 'true', client_gravatar: 'false', allow_empty_topic_name: 'true' };
  for (let retries = 0; retries <= MAX_RETRIES; retries++) {
    const state = knownState()!;
    const { lastEventId } = state;
    const query = new URLSearchParams({ ...asked, ...form });
    const answer = await request<FetchMessagesAnswer>(`/api/v1/messages?${query}`);
    // What was asked before a registration may be older than it, and its queue tells nothing of the time in between.
    if (knownState() !== state) continue;
    const isOfNone = 'message_ids' in asked && answer.messages.length === 0;
    if (!isOfNone && !addFetched(state, narrow, answer, lastEventId)) continue;
    raise();
    return;
  }
}
