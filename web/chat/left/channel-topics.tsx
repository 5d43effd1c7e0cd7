import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { topicKey } from '../../store/chat/conversation.ts';
import type { TopicRow } from '../../store/chat/select/topics.ts';
import { addressOf, narrowAddressAt, pathBelow, topicsAddress } from '../addresses.ts';
import { topicName } from '../data/names.ts';
import { useTopics } from '../data/topics.ts';
import { LeftRow } from './row.tsx';
import { leftWords as words } from './texts/index.ts';

/** Topics below an open channel, and those with something unread at most. */
const SHOWN = 6;
const MAX_UNREAD = 12;

/** Topics of the open channel: unread ones first, then the newest; the open one is among them. */
export function ChannelTopics({ channelId, name }: { channelId: number; name: string }) {
  const [location] = useLocation();
  const { topics = [] } = useTopics(channelId);
  const place = narrowAddressAt(pathBelow());
  const open = place?.narrow.kind === 'topic' ? topicKey(channelId, place.narrow.topic) : undefined;
  const wanted = topics.filter((topic) => !topic.isMuted);
  const unread = wanted.filter((topic) => topic.unread > 0);
  const inOrder = [
    ...unread,
    ...wanted.filter((topic) => topic.unread === 0),
    ...topics.filter((topic) => topic.isMuted),
  ];
  const count = Math.max(SHOWN, Math.min(unread.length, MAX_UNREAD));
  const shown = inOrder.filter(({ topic }, index) => index < count || topicKey(channelId, topic) === open);
  const all = topicsAddress(channelId, name);
  return (
    <>
      {shown.map((row) => (
        <TopicLine key={row.topic} {...{ channelId, name, row, location }} />
      ))}
      <Link class="left-row inner more" href={all} aria-current={location === all ? 'page' : undefined}>
        <Icon name="list" />
        <span class="left-name">{words.allTopics}</span>
        <span class="unseen" dir="auto">
          {name}
        </span>
      </Link>
    </>
  );
}

interface TopicLineProps {
  channelId: number;
  name: string;
  row: TopicRow;
  location: string;
}

function TopicLine({ channelId, name, row, location }: TopicLineProps) {
  const { topic, isFollowed, isResolved, isMuted } = row;
  const href = addressOf({ kind: 'topic', channelId, topic }, { channelName: name });
  return (
    <LeftRow
      href={href}
      isHere={location === href}
      mark={<Icon name={isFollowed ? 'bell' : isResolved ? 'check' : 'message-circle'} />}
      name={topicName(topic)}
      note={isFollowed ? words.followed : undefined}
      unread={row.unread}
      isMentioned={row.mentions > 0}
      isMuted={isMuted}
      isInner
    />
  );
}
