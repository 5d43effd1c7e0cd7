import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Narrow, narrowKey } from '../../store/chat/narrow.ts';
import { addressOf } from '../addresses.ts';
import { isUnfolded, setUnfolded } from '../data/folds.ts';
import { markRead } from '../data/mark-read.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import type { UnreadDirect } from '../data/unread-counts.ts';
import type { InboxChannel } from './groups.ts';
import { inboxWords as words } from './texts/index.ts';

/** Unread direct conversations. */
export function DirectGroup({ direct }: { direct: readonly UnreadDirect[] }) {
  if (direct.length === 0) return null;
  const count = direct.reduce((sum, each) => sum + each.count, 0);
  return (
    <Group id="direct" title={words.direct} icon="message-circle" {...{ count }}>
      {direct.map(({ userIds, ...unread }) => (
        <Row key={userIds.join()} narrow={{ kind: 'direct', userIds }} name={directName(userIds)} {...unread} />
      ))}
    </Group>
  );
}

/** A channel's unread topics. */
export function ChannelGroup({ channelId, count, topics }: InboxChannel) {
  const name = channelName(channelId);
  return (
    <Group id={`channel ${channelId}`} title={name} icon="hash" narrow={{ kind: 'channel', channelId }} {...{ count }}>
      {topics.map(({ topic, ...unread }) => (
        <Row
          key={topic}
          narrow={{ kind: 'topic', channelId, topic }}
          name={topicName(topic)}
          where={name}
          {...unread}
        />
      ))}
    </Group>
  );
}

interface GroupProps {
  id: string;
  title: string;
  icon: 'message-circle' | 'hash';
  count: number;
  /** Narrow of the whole group, to mark it as read. */
  narrow?: Narrow;
  children: ComponentChildren;
}

function Group({ id, title, icon, count, narrow, children }: GroupProps) {
  const key = `inbox ${id}`;
  const isOpen = isUnfolded(key);
  return (
    <div class="inbox-group">
      <header>
        <h2>
          <button type="button" class="inbox-head" aria-expanded={isOpen} onClick={() => setUnfolded(key, !isOpen)}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            <Icon name={icon} />
            <span class="inbox-name" dir="auto">
              {title}
            </span>
            <UnreadCount count={count} />
          </button>
        </h2>
        {narrow && (
          <IconButton
            icon="check-check"
            label={words.readAllOf({ name: title })}
            onClick={() => void markRead(narrow)}
          />
        )}
      </header>
      {isOpen && <ul>{children}</ul>}
    </div>
  );
}

interface RowProps {
  narrow: Exclude<Narrow, { kind: 'search' }>;
  name: string;
  /** Name of the channel, for one's topic. */
  where?: string;
  count: number;
  isMentioned: boolean;
}

function Row({ narrow, name, where, count, isMentioned }: RowProps) {
  return (
    <li class="inbox-row">
      <Link class="inbox-link" href={addressOf(narrow, { channelName: where })} id={`inbox-${narrowKey(narrow)}`}>
        <span class="inbox-name" dir="auto">
          {name}
        </span>
        {isMentioned && (
          <span class="left-mention">
            <Icon name="at-sign" />
            <span class="unseen">{words.mentioned}</span>
          </span>
        )}
        <UnreadCount count={count} />
      </Link>
      <IconButton icon="check" label={words.readOf({ name })} onClick={() => void markRead(narrow)} />
    </li>
  );
}
