import { type ChatState, topicKey } from '../../store/chat/state.ts';

/** Visibility policies of a topic, as the API numbers them (spec: chat 4.5). */
export const TopicVisibility = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** Returns a person's policy for a topic. */
export function topicPolicy(state: ChatState, channelId: number, topic: string): number {
  return state.topicPolicies.get(topicKey(channelId, topic))?.visibility_policy ?? TopicVisibility.none;
}

/** Whether a topic is muted: by itself, or with its channel and not unmuted or followed by itself. */
export function isTopicMuted(state: ChatState, channelId: number, topic: string): boolean {
  const policy = topicPolicy(state, channelId, topic);
  if (policy === TopicVisibility.none) return state.subscriptions.get(channelId)?.is_muted ?? false;
  return policy === TopicVisibility.muted;
}
