import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { locale } from '../../shared/texts/index.ts';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import type { TopicRow } from '../../store/chat/select/topics.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { channelName, topicName } from '../data/names.ts';
import { useTopics } from '../data/topics.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { topicsWords as words } from './texts/index.ts';
import './topics.css';

type Order = 'newest' | 'name' | 'unread';

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

const orders: Record<Order, (one: TopicRow, other: TopicRow) => number> = {
  newest: (one, other) => other.lastId - one.lastId,
  name: (one, other) => collator.compare(topicName(one.topic), topicName(other.topic)),
  unread: (one, other) => other.unread - one.unread || other.lastId - one.lastId,
};

/** All topics of a channel: sortable, searchable. */
export function TopicsScreen({ channelId }: { channelId: number }) {
  const [order, setOrder] = useState<Order>('newest');
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, '.topics-link');
  const { topics, failure, retry } = useTopics(channelId);
  const name = channelName(channelId);
  const wanted = text.trim().toLowerCase();
  const found = topics?.filter(({ topic }) => topicName(topic).toLowerCase().includes(wanted)).sort(orders[order]);
  return (
    <section class="screen list-screen">
      <ScreenHead title={words.title({ channel: name })} text={topics && words.count({ count: topics.length })}>
        <Link
          class="button quiet icon-when-narrow"
          href={addressOf({ kind: 'channel', channelId }, { channelName: name })}
        >
          <Icon name="rows-3" />
          <span>{words.feed}</span>
        </Link>
      </ScreenHead>
      <div class="screen-body" ref={list}>
        <div class="topics-tools">
          <SearchField label={words.search} value={text} onInput={setText} />
          <Segmented
            label={words.order}
            value={order}
            onChange={(chosen) => setOrder(chosen)}
            options={(['newest', 'name', 'unread'] as const).map((value) => ({ value, label: words.orders[value] }))}
          />
        </div>
        {failure && <Failure {...failure} onRetry={retry} />}
        {!found && !failure && <Loading rows={10} />}
        {found?.length === 0 && (
          <Empty level={2} icon="message-circle" title={words.empty.title} text={words.empty.text} />
        )}
        <ul>
          {found?.map((row) => (
            <TopicLine key={row.topic} {...{ channelId, name, row }} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function TopicLine({ channelId, name, row }: { channelId: number; name: string; row: TopicRow }) {
  const { topic, unread, mentions, isMuted, isFollowed, isResolved, lastId } = row;
  const last = chat.value.state.messages.get(lastId);
  return (
    <li>
      <Link
        class={isMuted ? 'topics-link muted' : 'topics-link'}
        href={addressOf({ kind: 'topic', channelId, topic }, { channelName: name })}
      >
        <Icon name={isMuted ? 'bell-off' : isFollowed ? 'bell' : isResolved ? 'circle-check' : 'message-circle'} />
        <span class="topics-name" dir="auto">
          {topicName(topic)}
        </span>
        {isMuted && <span class="unseen">{words.muted}</span>}
        {isFollowed && <span class="unseen">{words.followed}</span>}
        <UnreadCount count={unread} isForYou={mentions > 0} />
        {last && (
          <span class="topics-time">
            <RelativeTime at={new Date(last.timestamp * 1000)} inWords={momentInWords} />
          </span>
        )}
      </Link>
    </li>
  );
}
