import type { Message } from '../wire/chat.ts';
import type { ChatState } from './state.ts';
import { markStale } from './windows/keep.ts';
import type { MessageWindow } from './windows/message-windows.ts';

/** The parts of a state that are stored, as plain lists: JSON has no maps and sets. */
export interface StoredState {
  version: typeof VERSION;
  parts: Record<string, unknown>;
  messages: Message[];
  windows: [string, MessageWindow][];
}

/** Version of the written form: another one is not read. */
export const VERSION = 1;

/** Parts by the form that they have in a state. */
export const MAPS = [
  ...['users', 'statuses', 'groups', 'channels', 'subscriptions', 'topicPolicies', 'unread', 'drafts'],
  ...['savedSnippets', 'scheduledMessages', 'reminders', 'navigationViews'],
] as const satisfies readonly (keyof ChatState)[];
export const SETS = ['defaultChannels', 'starred'] as const satisfies readonly (keyof ChatState)[];
export const PLAIN = ['lastEventId', 'ownUserId', 'fields'] as const satisfies readonly (keyof ChatState)[];

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
