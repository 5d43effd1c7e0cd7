import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Banner } from '../../shared/ui/states.tsx';
import { topicKey } from '../../store/chat/conversation.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { lastMove } from '../data/last-move.ts';
import { session } from '../data/me.ts';
import { channelName, topicName } from '../data/names.ts';
import { setSubscribed } from '../data/own-settings.ts';
import { conversationWords as words } from './texts/index.ts';

interface ConversationNoticesProps {
  narrow: Narrow;
  /** True if the linked message is not there for this person. */
  isMissing: boolean;
  /** Name of the channel that went away while it was read. */
  lostName: string | undefined;
  /** Whether the task of the topic is shown beside it already. */
  hasTask?: boolean;
}

/** Notices of a place that was moved, lost, archived or not subscribed to. The reader stays where they are. */
export function ConversationNotices({ narrow, isMissing, lostName, hasTask = false }: ConversationNoticesProps) {
  const { channels, subscriptions } = chat.value.state;
  const channel = 'channelId' in narrow ? channels.get(narrow.channelId) : undefined;
  const isSubscribed = 'channelId' in narrow && subscriptions.has(narrow.channelId);
  return (
    <div class="conversation-notices">
      {isMissing && <Banner kind="warning">{words.missing}</Banner>}
      {lostName !== undefined && <Banner kind="warning">{words.lost({ channel: lostName })}</Banner>}
      {narrow.kind === 'topic' && <Moved narrow={narrow} />}
      {narrow.kind === 'topic' && !hasTask && session.value?.apps.dispatch && (
        <Lazy load={loadTopicTask} isQuiet props={{ narrow }} />
      )}
      {channel?.is_archived && <Banner icon="archive">{words.archived({ channel: channel.name })}</Banner>}
      {channel && !isSubscribed && !channel.is_archived && (
        <Banner icon="eye" action={{ label: words.subscribe, run: () => void setSubscribed(channel.stream_id, true) }}>
          {words.notSubscribed({ channel: channel.name })}
        </Banner>
      )}
    </div>
  );
}

const loadTopicTask = async () => (await import('../task-card/topic-task.tsx')).TopicTask;

/** Tells where the open topic went, if somebody moves it. */
function Moved({ narrow }: { narrow: Extract<Narrow, { kind: 'topic' }> }) {
  const [, go] = useLocation();
  const [to, setTo] = useState<{ channelId: number; topic: string }>();
  const move = lastMove.value;
  useEffect(() => {
    if (!move?.isWhole) return;
    const key = topicKey(narrow.channelId, narrow.topic);
    if (topicKey(move.from.channelId, move.from.topic) === key) setTo(move.to);
  }, [move]);
  if (!to || topicKey(to.channelId, to.topic) === topicKey(narrow.channelId, narrow.topic)) return null;
  const channel = channelName(to.channelId);
  const address = addressOf({ kind: 'topic', ...to }, { channelName: channel });
  return (
    <Banner icon="arrow-right" action={{ label: words.goThere, run: () => go(address) }}>
      {words.moved({ channel, topic: topicName(to.topic) })}
    </Banner>
  );
}
