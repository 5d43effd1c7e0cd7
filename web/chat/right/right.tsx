import { Component } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useRequest } from '../../shared/session/use-request.ts';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import type { UserSettings } from '../../shared/user-settings/table.ts';
import { peopleRows } from '../../store/chat/select/people.ts';
import type { User, UserStatus } from '../../store/wire/chat.ts';
import { channelAt, narrowAddressAt, pathBelow } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { personIntent } from '../data/intents.ts';
import { type PresenceState, presenceChanges, presenceOf } from '../data/presence.ts';
import { userSettings } from '../data/settings.ts';
import { userPicture } from '../data/user-picture.ts';
import { toggleRight } from '../parts/right-state.ts';
import { StatusEmoji } from '../parts/status-emoji.tsx';
import { useRoving } from '../parts/use-roving.ts';
import { isFilterAsked } from './people-key.ts';
import './right.css';
import { rightWords as words } from './texts/index.ts';

/** Rows at once: whoever is further down is found by name. */
const MAX_SHOWN = 200;

type Scope = 'here' | 'all';

/** People of this conversation, of its channel, or of the organization: who is here first. */
export function PeopleSide() {
  useLocation();
  const [scope, setScope] = useState<Scope>('here');
  const narrow = narrowAddressAt(pathBelow())?.narrow;
  const channelId = channelAt(pathBelow());
  const hasHere = channelId !== undefined || narrow?.kind === 'direct';
  return (
    <aside class="right" aria-label={words.title}>
      <header class="right-head">
        <h2>{words.title}</h2>
        <IconButton icon="x" label={words.hide} onClick={() => toggleRight(false)} />
      </header>
      {hasHere && (
        <Segmented
          label={words.scope}
          value={scope}
          onChange={(chosen) => setScope(chosen)}
          options={[
            { value: 'here', label: channelId === undefined ? words.conversation : words.channel },
            { value: 'all', label: words.organization },
          ]}
        />
      )}
      {scope === 'here' && channelId !== undefined && chat.value.state.channels.has(channelId) ? (
        <ChannelPeople key={channelId} channelId={channelId} />
      ) : (
        <DirectPeople userIds={scope === 'here' && narrow?.kind === 'direct' ? narrow.userIds : undefined} />
      )}
    </aside>
  );
}

/** People of a direct conversation; without one, of the organization. */
function DirectPeople({ userIds }: { userIds: readonly number[] | undefined }) {
  return <People among={useMemo(() => userIds && new Set(userIds), [userIds?.join()])} />;
}

/** Subscribers of a channel. The state may have a part of them only. */
function ChannelPeople({ channelId }: { channelId: number }) {
  const { subscribers, channels } = chat.value.state;
  const known = subscribers.get(channelId);
  const isWhole = known !== undefined && known.size >= (channels.get(channelId)?.subscriber_count ?? 0);
  const { answer } = useRequest<{ subscribers: number[] }>(`/api/v1/streams/${channelId}/members`);
  const asked = useMemo(() => new Set(answer?.subscribers ?? known), [answer]);
  return <People among={isWhole ? known : asked} />;
}

const PRESENCES = { online: 'active', away: 'idle', none: 'offline' } as const;

function People({ among }: { among: ReadonlySet<number> | undefined }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useRoving(list, 'button');
  const isAsked = isFilterAsked.value;
  useEffect(() => {
    if (!isAsked) return;
    isFilterAsked.value = false;
    input.current!.focus();
  }, [isAsked]);
  const filter = text.trim().toLowerCase();
  const { state } = chat.value;
  const style = userSettings().user_list_style;
  // Sorting ten thousand names takes longer than a frame: it is done when who is here changes, not at each event.
  const sorted = useMemo(
    () => peopleRows(state, (id) => PRESENCES[presenceOf(id) ?? 'none'], among).map(({ user }) => user.user_id),
    [presenceChanges(), state.users, state.users.size, among, among?.size],
  );
  const found = sorted.flatMap((id) => {
    const user = state.users.get(id);
    return user?.full_name.toLowerCase().includes(filter) ? [user] : [];
  });
  return (
    <>
      <input
        ref={input}
        class="input right-filter"
        type="search"
        autocomplete="off"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') list.current!.querySelector('button')?.focus();
          else if (event.key === 'Escape' && text !== '') setText('');
          else return;
          event.preventDefault();
        }}
      />
      <ul class="right-list dense" ref={list}>
        {found.slice(0, MAX_SHOWN).map((user) => (
          <PersonLine
            key={user.user_id}
            user={user}
            state={presenceOf(user.user_id)}
            status={state.statuses.get(user.user_id)}
            style={style}
          />
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p class="right-more">{words.more({ count: found.length - MAX_SHOWN })}</p>}
      {found.length === 0 && <p class="right-more">{filter === '' ? words.nobody : texts.noMatch({ query: text })}</p>}
    </>
  );
}

interface PersonLineProps {
  user: User;
  state: PresenceState | undefined;
  status: UserStatus | undefined;
  style: UserSettings['user_list_style'];
}

/** A person; drawn anew only if something of them changes. */
class PersonLine extends Component<PersonLineProps> {
  override shouldComponentUpdate(next: PersonLineProps): boolean {
    return Object.entries(next).some(([key, value]) => this.props[key as never] !== value);
  }

  override render(props: PersonLineProps) {
    return <Line {...props} />;
  }
}

/** `user_list_style` (spec: chat 4.2). */
const STYLES = { compact: 1, pictures: 3 } as const;

function Line({ user, state, status, style }: PersonLineProps) {
  const { user_id: userId, full_name: name, is_guest: isGuest } = user;
  return (
    <li>
      <button
        type="button"
        class="right-row"
        onClick={({ currentTarget }) => {
          personIntent.value = { userId, beside: currentTarget };
        }}
      >
        <span aria-hidden="true">
          {style === STYLES.pictures ? (
            <Avatar size="small" name={name} id={String(userId)} picture={userPicture(user)} state={state} />
          ) : (
            <span class={`right-dot ${state ?? ''}`} />
          )}
        </span>
        <span class="right-name">
          <span dir="auto">{name}</span>
          {style !== STYLES.compact && status?.status_text && (
            <span class="right-status" dir="auto">
              {status.status_text}
            </span>
          )}
        </span>
        <StatusEmoji status={status} />
        {state && <span class="unseen">{texts.person[state]}</span>}
        {isGuest && <span class="quiet-words">{words.guest}</span>}
      </button>
    </li>
  );
}
