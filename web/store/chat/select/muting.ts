import type { MutedUser } from '../../wire/chat.ts';
import { type Conversation, topicKey } from '../conversation.ts';
import type { ChatState } from '../state.ts';

/** Policy that a person chose for a topic (spec: chat 1, `visibility_policy`). */
export const TOPIC_POLICY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export function topicPolicyOf(state: ChatState, channelId: number, topic: string): number {
  return state.topicPolicies.get(topicKey(channelId, topic))?.visibility_policy ?? TOPIC_POLICY.inherit;
}

/** Whether a topic asks for no attention: muted itself, or in a muted channel and not unmuted. */
export function isTopicMuted(state: ChatState, channelId: number, topic: string): boolean {
  const policy = topicPolicyOf(state, channelId, topic);
  if (policy !== TOPIC_POLICY.inherit) return policy === TOPIC_POLICY.muted;
  return state.subscriptions.get(channelId)?.is_muted ?? false;
}

export function mutedUsers(state: ChatState): ReadonlySet<number> {
  return new Set(((state.fields.muted_users ?? []) as MutedUser[]).map(({ id }) => id));
}

/** Whether a conversation asks for no attention. Of direct ones only that with one muted person. */
export function isMuted(state: ChatState, conversation: Conversation, muted = mutedUsers(state)): boolean {
  if ('channelId' in conversation) return isTopicMuted(state, conversation.channelId, conversation.topic);
  const others = conversation.userIds.filter((id) => id !== state.ownUserId);
  return others.length === 1 && muted.has(others[0]!);
}
