import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { plainMessage } from '../../shared/plain-message.ts';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { Menu } from '../../shared/ui/menu.tsx';
import type { Narrow } from '../../store/chat/narrow.ts';
import { isResolvedTopic } from '../../store/chat/select/names.ts';
import { addressOf, topicsAddress } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { channelName, directName, topicName } from '../data/names.ts';
import { presenceOf } from '../data/presence.ts';
import { BackButton } from '../parts/back-button.tsx';
import { isRightShown, toggleRight } from '../parts/right-state.ts';
import { words as chatWords } from '../texts/index.ts';
import { headMenu } from './head-menu.ts';
import { conversationWords as words } from './texts/index.ts';
import { TopicButtons } from './topic-buttons.tsx';

interface ConversationHeadProps {
  narrow: Exclude<Narrow, { kind: 'search' }>;
  /** Name of the channel that went away while it was read. */
  lostName: string | undefined;
}

/** Says what one reads, and what can be done with all of it. */
export function ConversationHead({ narrow, lostName }: ConversationHeadProps) {
  const [, go] = useLocation();
  const items = headMenu(narrow, go);
  return (
    <header class="conversation-head">
      <BackButton />
      <Title narrow={narrow} lostName={lostName} />
      {narrow.kind === 'channel' && (
        <Link class="button quiet" href={topicsAddress(narrow.channelId, channelName(narrow.channelId))}>
          <Icon name="list" />
          <span>{words.topics}</span>
        </Link>
      )}
      {narrow.kind === 'topic' && <TopicButtons narrow={narrow} />}
      {('channelId' in narrow || narrow.kind === 'direct') && <PeopleButton narrow={narrow} />}
      {items.length > 0 && <Menu label={chatWords.more} items={items} />}
    </header>
  );
}

function Title({ narrow, lostName }: ConversationHeadProps) {
  const { state } = chat.value;
  switch (narrow.kind) {
    case 'channel': {
      const channel = state.channels.get(narrow.channelId);
      const icon = channel?.is_archived ? 'archive' : channel?.invite_only ? 'lock' : 'hash';
      return (
        <Titled
          mark={<Icon name={icon} />}
          name={channel?.name ?? lostName ?? ''}
          below={channel && plainMessage(channel.description)}
        />
      );
    }
    case 'topic': {
      const name = lostName ?? channelName(narrow.channelId);
      const href = addressOf({ kind: 'channel', channelId: narrow.channelId }, { channelName: name });
      return (
        <Titled
          mark={<Icon name={isResolvedTopic(narrow.topic) ? 'circle-check' : 'message-circle'} />}
          name={topicName(narrow.topic)}
          below={
            <Link href={href}>
              <Icon name="hash" />
              <span dir="auto">{name}</span>
            </Link>
          }
        />
      );
    }
    case 'direct':
      return <DirectTitle userIds={narrow.userIds} />;
    default:
      return <Titled mark={<Icon name={ICONS[narrow.kind]} />} name={chatWords.screens[narrow.kind]} />;
  }
}

const ICONS: Record<'all' | 'mentions' | 'starred' | 'own' | 'reactions', IconName> = {
  all: 'rows-3',
  mentions: 'at-sign',
  starred: 'star',
  own: 'user',
  reactions: 'smile',
};

function DirectTitle({ userIds }: { userIds: readonly number[] }) {
  const others = userIds.filter((id) => id !== ownUserId.value);
  const id = others[0] ?? ownUserId.value;
  const { users, statuses } = chat.value.state;
  if (others.length > 1)
    return (
      <Titled
        mark={<Icon name="users" />}
        name={directName(userIds)}
        below={words.groupOf({ count: others.length + 1 })}
      />
    );
  const user = users.get(id);
  const state = presenceOf(id);
  const below = [state && texts.person[state], statuses.get(id)?.status_text].filter(Boolean).join(' · ');
  return (
    <Titled
      mark={
        <span aria-hidden="true">
          <Avatar name={user?.full_name ?? ''} id={String(id)} picture={user?.avatar_url ?? undefined} state={state} />
        </span>
      }
      name={directName(userIds)}
      below={below || (others.length === 0 ? words.notes : undefined)}
    />
  );
}

function Titled({ mark, name, below }: { mark: ComponentChildren; name: string; below?: ComponentChildren }) {
  return (
    <>
      <span class="conversation-mark">{mark}</span>
      <div class="conversation-title">
        <h1 dir="auto">{name}</h1>
        {below && (
          <p class="conversation-below" dir="auto">
            {below}
          </p>
        )}
      </div>
    </>
  );
}

/** Shows or hides who is here. */
function PeopleButton({ narrow }: { narrow: Narrow }) {
  const count =
    'channelId' in narrow
      ? (chat.value.state.channels.get(narrow.channelId)?.subscriber_count ?? 0)
      : 'userIds' in narrow
        ? narrow.userIds.length
        : 0;
  return (
    <span class="people-button">
      <IconButton
        icon="users"
        label={words.people({ count })}
        aria-pressed={isRightShown()}
        onClick={() => toggleRight()}
      />
    </span>
  );
}
