import { computed } from '@preact/signals';
import { type Conversation, conversationKey } from '../../store/chat/conversation.ts';
import { TOPIC_POLICY, topicPolicyOf } from '../../store/chat/select/muting.ts';
import { type UnreadConversation, unreadCounts } from '../../store/chat/select/unread.ts';
import { chat } from './chat.ts';
import { userSettings } from './settings.ts';

/** Unread messages by place, as they are now. */
export const unread = computed(() => unreadCounts(chat.value.state));

/** `desktop_icon_count_display` (spec: chat 4.2). */
const COUNTED = { all: 1, followedToo: 2, none: 4 } as const;

/** Number in the tab's title and icon, by the person's setting. */
export const badgeCount = computed(() => {
  const counted = userSettings().desktop_icon_count_display;
  if (counted === COUNTED.all) return unread.value.total;
  if (counted === COUNTED.none) return 0;
  let sum = 0;
  for (const { conversation, count, mentions, isMuted } of unread.value.conversations.values()) {
    const isWhole = 'userIds' in conversation || (counted === COUNTED.followedToo && isFollowed(conversation));
    sum += isWhole && !isMuted ? count : mentions;
  }
  return sum;
});

const isFollowed = ({ channelId, topic }: { channelId: number; topic: string }): boolean =>
  topicPolicyOf(chat.value.state, channelId, topic) === TOPIC_POLICY.followed;

/** Returns the unread messages of a conversation. */
export function unreadOf(conversation: Conversation): UnreadConversation | undefined {
  return unread.value.conversations.get(conversationKey(conversation));
}
