import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Narrow, narrowOf } from '../../store/chat/narrow.ts';
import type { InboxChannel } from '../../store/chat/select/inbox.ts';
import type { UnreadConversation } from '../../store/chat/select/unread.ts';
import { addressOf } from '../addresses.ts';
import { isUnfolded, setUnfolded } from '../data/folds.ts';
import { markRead } from '../data/mark-read.ts';
import { directName, topicName } from '../data/names.ts';
import { inboxWords as words } from './texts/index.ts';

/** Unread direct conversations. */
export function DirectGroup({ direct }: { direct: readonly UnreadConversation[] }) {
  if (direct.length === 0) return null;
  const count = direct.reduce((sum, each) => sum + each.count, 0);
  return (
    <Group id="direct" title={words.direct} icon="message-circle" {...{ count }}>
      {direct.map((each) => (
        <InboxRow {...each} />
      ))}
    </Group>
  );
}

/** A channel's unread topics. */
export function ChannelGroup({ channelId, name, count, topics }: InboxChannel) {
  return (
    <Group id={`channel ${channelId}`} title={name} icon="hash" narrow={{ kind: 'channel', channelId }} {...{ count }}>
      {topics.map((each) => (
        <InboxRow {...each} where={name} />
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

function InboxRow({ conversation, count, mentions, where }: UnreadConversation & { where?: string }) {
  const narrow = narrowOf(conversation);
  const isDirect = 'userIds' in conversation;
  const name = isDirect ? directName(conversation.userIds) : topicName(conversation.topic);
  return (
    <li class="inbox-row">
      <Link class="inbox-link" href={addressOf(narrow, { channelName: where })}>
        <span class="inbox-name" dir="auto">
          {name}
        </span>
        {mentions > 0 && (
          <span class="left-mention">
            <Icon name="at-sign" />
            <span class="unseen">{words.mentioned}</span>
          </span>
        )}
        <UnreadCount count={count} isForYou={isDirect || mentions > 0} />
      </Link>
      <IconButton icon="check" label={words.readOf({ name })} onClick={() => void markRead(narrow)} />
    </li>
  );
}
