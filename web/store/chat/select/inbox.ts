import type { ChatState } from '../state.ts';
import { byName } from './names.ts';
import { type UnreadConversation, type UnreadCounts, unreadCounts } from './unread.ts';

export interface InboxChannel {
  channelId: number;
  name: string;
  count: number;
  /** Newest first; those that mention the person before all others. */
  topics: readonly UnreadConversation[];
}

/** Start of a person: unread messages that ask for attention. */
export interface Inbox {
  /** Newest first. */
  direct: readonly UnreadConversation[];
  /** Pinned ones first, then by name. */
  channels: readonly InboxChannel[];
}

/** Muted conversations are in the inbox where they mention the person. */
export function inbox(state: ChatState, unread: UnreadCounts = unreadCounts(state)): Inbox {
  const shown = [...unread.conversations.values()].filter((each) => !each.isMuted || each.mentions > 0);
  const newestFirst = shown.sort((a, b) => Number(b.mentions > 0) - Number(a.mentions > 0) || b.lastId - a.lastId);
  const channels = Map.groupBy(newestFirst, ({ conversation }) =>
    'channelId' in conversation ? conversation.channelId : undefined,
  );
  const direct = (channels.get(undefined) ?? []).sort((a, b) => b.lastId - a.lastId);
  channels.delete(undefined);
  return {
    direct,
    channels: [...channels]
      .map(([channelId, topics]) => inboxChannel(state, channelId!, topics))
      .sort((a, b) => isPinned(state, b) - isPinned(state, a) || byName(a.name, b.name)),
  };
}

function inboxChannel(state: ChatState, channelId: number, topics: UnreadConversation[]): InboxChannel {
  const count = topics.reduce((sum, each) => sum + (each.isMuted ? each.mentions : each.count), 0);
  return { channelId, name: state.channels.get(channelId)?.name ?? '', count, topics };
}

function isPinned(state: ChatState, { channelId }: InboxChannel): number {
  return Number(state.subscriptions.get(channelId)?.pin_to_top ?? false);
}
