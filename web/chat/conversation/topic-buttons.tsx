import { IconButton } from '../../shared/ui/button.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { TOPIC_POLICY, topicPolicyOf } from '../../store/chat/select/muting.ts';
import { isResolvedTopic } from '../../store/chat/select/names.ts';
import { chat } from '../data/chat.ts';
import { loadedRange } from '../data/messages.ts';
import { setTopicPolicy } from '../data/own-settings.ts';
import { setResolved } from '../message/acts.ts';
import { mayResolve } from '../message/rights.ts';
import { conversationWords as words } from './texts/index.ts';

/** Resolves and follows the open topic. */
export function TopicButtons({ narrow }: { narrow: Extract<Narrow, { kind: 'topic' }> }) {
  const { channelId, topic } = narrow;
  const { state } = chat.value;
  const policy = topicPolicyOf(state, channelId, topic);
  const isFollowed = policy === TOPIC_POLICY.followed;
  const newest = state.messages.get(loadedRange(narrow, 'newest')?.ids.at(-1) ?? 0);
  const isResolved = isResolvedTopic(topic);
  return (
    <>
      {newest && topic !== '' && mayResolve(state, newest) && (
        <IconButton
          icon={isResolved ? 'undo-2' : 'check'}
          label={isResolved ? words.reopen : words.resolve}
          onClick={() => void setResolved(newest, !isResolved)}
        />
      )}
      <IconButton
        icon="bell"
        label={words.follow}
        aria-pressed={isFollowed}
        onClick={() => void setTopicPolicy(channelId, topic, isFollowed ? TOPIC_POLICY.inherit : TOPIC_POLICY.followed)}
      />
    </>
  );
}
