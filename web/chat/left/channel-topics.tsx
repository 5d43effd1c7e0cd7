import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { topicKey } from '../../store/chat/state.ts';
import { addressOf, narrowAddressAt, pathBelow, topicsAddress } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { topicName } from '../data/names.ts';
import { isTopicMuted, TopicVisibility, topicPolicy } from '../data/topic-policy.ts';
import { useTopics } from '../data/topics.ts';
import { unreadCounts } from '../data/unread-counts.ts';
import { LeftRow } from './row.tsx';
import { leftWords as words } from './texts/index.ts';

/** Topics below an open channel. Those with something unread are not bounded by it. */
const SHOWN = 6;
const MAX_UNREAD = 12;

/** Topics of the open channel: unread ones first, then the newest; the open one is among them. */
export function ChannelTopics({ channelId, name }: { channelId: number; name: string }) {
  const [location] = useLocation();
  const { topics = [] } = useTopics(channelId);
  const { state } = chat.value;
  const unread = new Map(
    unreadCounts.value.channels.get(channelId)?.topics.map((each) => [topicKey(channelId, each.topic), each]),
  );
  const place = narrowAddressAt(pathBelow());
  const open = place?.narrow.kind === 'topic' ? topicKey(channelId, place.narrow.topic) : undefined;
  const isMuted = (topic: string) => isTopicMuted(state, channelId, topic);
  const withUnread = [...unread.values()].filter((each) => !each.isMuted).map(({ topic }) => topic);
  const names = new Map(
    [
      ...withUnread.slice(0, MAX_UNREAD),
      ...topics.map((each) => each.name).filter((topic) => !isMuted(topic)),
      ...topics.map((each) => each.name),
    ].map((topic) => [topicKey(channelId, topic), topic]),
  );
  const count = Math.max(SHOWN, Math.min(withUnread.length, MAX_UNREAD));
  const shown = [...names].filter(([key], index) => index < count || key === open);
  return (
    <>
      {shown.map(([key, topic]) => {
        const policy = topicPolicy(state, channelId, topic);
        const { count: unreadCount = 0, isMentioned = false } = unread.get(key) ?? {};
        return (
          <LeftRow
            key={key}
            href={addressOf({ kind: 'topic', channelId, topic }, { channelName: name })}
            mark={<Icon name={policy === TopicVisibility.followed ? 'bell' : 'message-circle'} />}
            name={topicName(topic)}
            note={policy === TopicVisibility.followed ? words.followed : undefined}
            unread={unreadCount}
            isMentioned={isMentioned}
            isMuted={isMuted(topic)}
            isInner
          />
        );
      })}
      <Link
        class="left-row inner more"
        href={topicsAddress(channelId, name)}
        aria-current={location === topicsAddress(channelId, name) ? 'page' : undefined}
      >
        <Icon name="list" />
        <span class="left-name">{words.allTopics}</span>
        <span class="unseen" dir="auto">
          {name}
        </span>
      </Link>
    </>
  );
}
