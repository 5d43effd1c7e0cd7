import type { Message } from '../wire/chat.ts';
import type { ChatState } from './state.ts';
import { markStale } from './windows/keep.ts';
import type { MessageWindow } from './windows/message-windows.ts';
import { nearest } from './windows/ranges.ts';

/** Windows that are stored: those that were looked at last, and messages of each, around what was looked at. */
const STORED_WINDOWS = 20;
const STORED_OF_WINDOW = 200;

/** The parts of a state that are stored, as plain lists: JSON has no maps and sets. */
export interface StoredState {
  version: typeof VERSION;
  parts: Record<string, unknown>;
  messages: Message[];
  windows: [string, MessageWindow][];
}

/** Version of the written form: another one is not read. */
const VERSION = 1;

const MAPS = [
  ...['users', 'statuses', 'groups', 'channels', 'subscriptions', 'topicPolicies', 'unread', 'drafts'],
  ...['savedSnippets', 'scheduledMessages', 'reminders', 'navigationViews'],
] as const satisfies readonly (keyof ChatState)[];
const SETS = ['defaultChannels', 'starred'] as const satisfies readonly (keyof ChatState)[];
const PLAIN = ['lastEventId', 'ownUserId', 'fields'] as const satisfies readonly (keyof ChatState)[];

/** Returns what is stored of a state: enough to paint the page of the next visit. Who is subscribed to what is not. */
export function storedState(state: ChatState): StoredState {
  const windows = [...state.windows]
    .filter(([, { ranges }]) => ranges.length > 0)
    .sort(([, a], [, b]) => b.lookedAt - a.lookedAt)
    .slice(0, STORED_WINDOWS)
    .map(([key, each]): [string, MessageWindow] => [key, shortened(each)]);
  const ids = new Set(windows.flatMap(([, { ranges }]) => ranges.flatMap((range) => range.ids)));
  return {
    version: VERSION,
    parts: Object.fromEntries([
      ...MAPS.map((name) => [name, [...(state[name] as ReadonlyMap<unknown, unknown>)]]),
      ...SETS.map((name) => [name, [...(state[name] as ReadonlySet<number>)]]),
      ...PLAIN.map((name) => [name, state[name]]),
      ['directConversations', state.directConversations && [...state.directConversations]],
    ]),
    messages: [...ids].flatMap((id) => state.messages.get(id) ?? []),
    windows,
  };
}

function shortened(each: MessageWindow): MessageWindow {
  const { ranges, lookedFor } = each;
  const range = ranges.find(({ from, to }) => from <= lookedFor && lookedFor <= to) ?? ranges.at(-1)!;
  return { ...each, ranges: [nearest(range, lookedFor, STORED_OF_WINDOW)] };
}

/** Returns the state that was stored, to be shown until the server answers; undefined for one of another version. */
export function restoredState({ version, parts, messages, windows }: StoredState): ChatState | undefined {
  if (version !== VERSION) return undefined;
  const map = (name: string) => new Map(parts[name] as [unknown, unknown][]);
  const state = {
    unknownEvents: 0,
    ...Object.fromEntries(MAPS.map((name) => [name, map(name)])),
    ...Object.fromEntries(SETS.map((name) => [name, new Set(parts[name] as number[])])),
    ...Object.fromEntries(PLAIN.map((name) => [name, parts[name]])),
    directConversations: parts.directConversations ? map('directConversations') : undefined,
    subscribers: new Map(),
    messages: new Map(messages.map((message) => [message.id, message])),
    windows: new Map(windows),
    localIds: new Map(),
    viewCount: Math.max(0, ...windows.map(([, { lookedAt }]) => lookedAt)),
    recentEvents: [],
    forgottenEventId: parts.lastEventId,
  } as unknown as ChatState;
  markStale(state);
  return state;
}
