import type { ChatState } from '../../store/chat/state.ts';
import { type ChannelSection, channelSections } from '../data/channel-sections.ts';
import type { UnreadCounts, UnreadTopic } from '../data/unread-counts.ts';

/** A channel with its unread topics that are not muted, the newest first. */
export interface InboxChannel {
  channelId: number;
  count: number;
  topics: readonly UnreadTopic[];
}

/** Returns the channels in which something is unread, in the order of the left side. */
export function inboxChannels(state: ChatState, { channels }: UnreadCounts): InboxChannel[] {
  const inOrder = channelSections(state).flatMap((section: ChannelSection) => section.channels);
  return inOrder.flatMap(({ channel: { stream_id: channelId } }) => {
    const unread = channels.get(channelId);
    if (!unread || unread.count === 0) return [];
    return [{ channelId, count: unread.count, topics: unread.topics.filter(({ isMuted }) => !isMuted) }];
  });
}
