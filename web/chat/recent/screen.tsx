import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { failureOf } from '../../shared/session/use-request.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { UnreadCount } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/chip.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { narrowOf } from '../../store/chat/narrow.ts';
import { type RecentConversation, type RecentFilter, recentConversations } from '../../store/chat/select/recent.ts';
import type { FetchMessagesAnswer } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat, raise } from '../data/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { startIntent } from '../data/intents.ts';
import { channelName, directName, nameOf, topicName } from '../data/names.ts';
import { unread } from '../data/unread.ts';
import { userPicture } from '../data/user-picture.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { words as chatWords } from '../texts/index.ts';
import './recent.css';
import { recentWords as words } from './texts/index.ts';

/** Messages that are looked through at first, and for each "more". */
const AT_ONCE = 400;
const FILTERS: readonly RecentFilter[] = ['unread', 'mine', 'mentioned', 'followed', 'muted'];
/** Pictures of people in a row. */
const MAX_FACES = 4;

/** Conversations by their last activity, with who takes part. */
export function RecentScreen() {
  const [filters, setFilters] = useState<readonly RecentFilter[]>([]);
  const [text, setText] = useState('');
  const { isLoading, failure, load, isWhole } = useRecentMessages();
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, '.recent-link', { isBegun: true });
  const wanted = text.trim().toLowerCase();
  const found = recentConversations(chat.value.state, filters, unread.value).filter((each) =>
    `${nameOfConversation(each)} ${whereOf(each)}`.toLowerCase().includes(wanted),
  );
  return (
    <section class="screen list-screen">
      <ScreenHead title={chatWords.screens.recent} />
      <div class="screen-body" ref={list}>
        <div class="recent-filters">
          <SearchField label={words.search} value={text} onInput={setText} />
          {FILTERS.map((filter) => {
            const pressed = filters.includes(filter);
            const press = () => setFilters(pressed ? filters.filter((each) => each !== filter) : [...filters, filter]);
            return <FilterChip key={filter} label={words.filters[filter]} pressed={pressed} onPress={press} />;
          })}
        </div>
        {failure && <Failure {...failureOf(failure)} onRetry={load} />}
        <ul class="recent-list">
          {found.map((each) => (
            <RecentRow {...each} />
          ))}
        </ul>
        {isLoading && <Loading rows={found.length > 0 ? 2 : 8} />}
        {!isLoading && found.length === 0 && (
          <Nothing
            isFiltered={filters.length > 0 || wanted !== ''}
            onClear={() => {
              setFilters([]);
              setText('');
            }}
          />
        )}
        {!isLoading && !isWhole && !failure && <Button onClick={load}>{words.more}</Button>}
      </div>
    </section>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { empty } = words;
  if (isFiltered)
    return (
      <Empty level={2} icon="history" title={empty.title} text={empty.text}>
        <Button onClick={onClear}>{empty.clear}</Button>
      </Empty>
    );
  return (
    <Empty level={2} icon="history" title={empty.none} text={empty.text}>
      <Button onClick={() => (startIntent.value = 'topic')}>{empty.start}</Button>
    </Empty>
  );
}

/** Oldest message that was looked through, while the page is open. */
let oldest: number | undefined;
let isAll = false;

/** Fetches the newest messages, and older ones when asked. */
function useRecentMessages() {
  const [isLoading, setLoading] = useState(oldest === undefined);
  const [failure, setFailure] = useState<Error>();
  const load = () => {
    setLoading(true);
    setFailure(undefined);
    const query = new URLSearchParams({
      ...{ anchor: String(oldest ?? 'newest'), num_before: String(AT_ONCE), num_after: '0', narrow: '[]' },
      ...{ apply_markdown: 'true', client_gravatar: 'false', allow_empty_topic_name: 'true' },
    });
    request<FetchMessagesAnswer>(`/api/v1/messages?${query}`)
      .then(({ messages, found_oldest }) => {
        const { state } = chat.peek();
        for (const message of messages) state.messages.set(message.id, message);
        oldest = messages[0]?.id ?? oldest;
        isAll = found_oldest;
        raise();
      })
      .catch(setFailure)
      .finally(() => setLoading(false));
  };
  useEffect(() => {
    if (oldest === undefined) load();
  }, []);
  return { isLoading, failure, load, isWhole: isAll };
}

function nameOfConversation({ conversation }: RecentConversation): string {
  return 'userIds' in conversation ? directName(conversation.userIds) : topicName(conversation.topic);
}

/** Returns the channel of a topic. */
function whereOf({ conversation }: RecentConversation): string {
  return 'userIds' in conversation ? '' : channelName(conversation.channelId);
}

function RecentRow(each: RecentConversation) {
  const { conversation, unreadCount, isMentioned, isFollowed, isMuted, lastMessage, senderIds } = each;
  const where = whereOf(each);
  const isDirect = 'userIds' in conversation;
  return (
    <li>
      <Link
        class={['recent-link', unreadCount > 0 && 'unread', isMuted && 'muted'].filter(Boolean).join(' ')}
        href={addressOf(narrowOf(conversation), { channelName: where })}
      >
        <Icon name={isDirect ? 'user' : isFollowed ? 'bell' : 'hash'} />
        <span class="recent-name">
          <span dir="auto">{nameOfConversation(each)}</span>
          {where && (
            <span class="recent-where" dir="auto">
              {where}
            </span>
          )}
        </span>
        <UnreadCount count={unreadCount} isForYou={isDirect || isMentioned} />
        <span class="recent-faces">
          {senderIds.slice(0, MAX_FACES).map((id) => (
            <Avatar
              key={id}
              size="small"
              name={nameOf(id)}
              id={String(id)}
              picture={userPicture(chat.value.state.users.get(id))}
            />
          ))}
        </span>
        <span class="recent-time">
          {lastMessage && <RelativeTime at={new Date(lastMessage.timestamp * 1000)} inWords={momentInWords} />}
        </span>
      </Link>
    </li>
  );
}
