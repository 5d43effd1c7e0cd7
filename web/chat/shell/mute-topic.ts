import { showToast } from '../../shared/ui/toast.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { isTopicMuted, TOPIC_POLICY } from '../../store/chat/select/muting.ts';
import { chat } from '../data/chat.ts';
import { setTopicPolicy } from '../data/own-settings.ts';
import { words } from '../texts/index.ts';

/** Mutes the open topic, or takes that back; says so, with a way back. */
export function muteTopic(narrow: Narrow | undefined): void {
  if (narrow?.kind !== 'topic') return;
  const { channelId, topic } = narrow;
  const isMuted = isTopicMuted(chat.peek().state, channelId, topic);
  const isChannelMuted = chat.peek().state.subscriptions.get(channelId)?.is_muted ?? false;
  const { inherit, muted, unmuted } = TOPIC_POLICY;
  const before = isMuted && !isChannelMuted ? muted : inherit;
  const after = isMuted ? (isChannelMuted ? unmuted : inherit) : muted;
  void setTopicPolicy(channelId, topic, after).then(() =>
    showToast(isMuted ? words.topicUnmuted : words.topicMuted, () => void setTopicPolicy(channelId, topic, before)),
  );
}
