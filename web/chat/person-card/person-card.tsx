import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { locale, texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PopoverCard } from '../../shared/ui/card.tsx';
import { copyText } from '../../shared/ui/copy.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { ascending } from '../../store/chat/conversation.ts';
import { mentionOf } from '../../store/chat/select/completion.ts';
import { mutedUsers } from '../../store/chat/select/muting.ts';
import { profileFields, profileValue, type ShownValue } from '../../store/chat/select/profile.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { User } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { clockInWords } from '../data/clock.ts';
import { isStatusAsked, personIntent } from '../data/intents.ts';
import { isInvisible } from '../data/invisible.ts';
import { ownUserId } from '../data/me.ts';
import { nameOf } from '../data/names.ts';
import { setUserMuted } from '../data/own-settings.ts';
import { presenceOf } from '../data/presence.ts';
import { userPicture } from '../data/user-picture.ts';
import { endInWords } from '../notify/rest.ts';
import { StatusEmoji } from '../parts/status-emoji.tsx';
import './person-card.css';
import { roleName } from './role-name.ts';
import { personWords as words } from './texts/index.ts';

/** The card of the person who was asked for, beside where it was. */
export function PersonCard() {
  const intent = personIntent.value;
  const user = intent && chat.value.state.users.get(intent.userId);
  if (!user) return null;
  const close = () => {
    personIntent.value = undefined;
  };
  return (
    <PopoverCard key={user.user_id} anchor={intent.beside} label={user.full_name} onClose={close}>
      <Card user={user} close={close} />
    </PopoverCard>
  );
}

function Card({ user, close }: { user: User; close(): void }) {
  const { user_id: userId, full_name: name } = user;
  const { state } = chat.value;
  const presence = presenceOf(userId);
  const status = state.statuses.get(userId);
  const isOneself = userId === ownUserId.value;
  const isMuted = mutedUsers(state).has(userId);
  const shared = [...state.subscriptions.keys()].filter((id) => state.subscribers.get(id)?.has(userId)).length;
  const groups = [...state.groups.values()].filter(
    ({ is_system_group, deactivated, members }) => !is_system_group && !deactivated && members.includes(userId),
  );
  const email = user.delivery_email;
  const facts: [string, ComponentChildren][] = [
    ...(user.is_bot && user.bot_owner_id !== null
      ? [[words.owner, nameOf(user.bot_owner_id)] as [string, string]]
      : []),
    ...(user.timezone ? [[words.localTime, timeIn(user.timezone)] as [string, string]] : []),
    ...(email ? [[words.email, email] as [string, string]] : []),
    ...fieldsOf(state, user),
    ...(groups.length > 0 ? [[words.groups, groups.map((group) => group.name).join(', ')] as [string, string]] : []),
    ...(!isOneself && shared > 0 ? [[words.shared, words.channels({ count: shared })] as [string, string]] : []),
  ];
  return (
    <div class="person-card">
      <div class="person-head">
        <span aria-hidden="true">
          <Avatar size="large" id={String(userId)} picture={userPicture(user)} state={presence} {...{ name }} />
        </span>
        <div>
          <h2 dir="auto">{name}</h2>
          <p class="quiet-words">
            {[roleName(user), presence && texts.person[presence], isOneself && isInvisible() && words.invisible]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {!user.is_active && <Badge>{words.deactivated}</Badge>}
      </div>
      {(status?.status_text || status?.emoji_name) && (
        <p class="person-status">
          <StatusEmoji status={status} />
          <span>
            <bdi>{status.status_text}</bdi>
            {status.clears_at && (
              <span class="hint">{words.until({ time: endInWords(new Date(status.clears_at * 1000)) })}</span>
            )}
          </span>
        </p>
      )}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <div class="person-actions">
        <Link
          class="button primary"
          href={addressOf({ kind: 'direct', userIds: ascending(new Set([userId, ownUserId.value])) })}
          onClick={close}
        >
          <Icon name="message-circle" />
          <span>{isOneself ? words.notes : words.write}</span>
        </Link>
        {isOneself && (
          <Button
            icon="smile"
            onClick={() => {
              close();
              isStatusAsked.value = true;
            }}
          >
            {words.setStatus}
          </Button>
        )}
        <Button icon="copy" onClick={() => void copyMention(user)}>
          {words.copyMention}
        </Button>
        {!isOneself && (
          <Button kind="quiet" icon={isMuted ? 'bell' : 'bell-off'} onClick={() => void setUserMuted(userId, !isMuted)}>
            {isMuted ? words.unmute : words.mute}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns what the person entered into the organization's own fields. */
function fieldsOf(state: ChatState, user: User): [string, ComponentChildren][] {
  return profileFields(state).flatMap((field): [string, ComponentChildren][] => {
    const value = profileValue(user, field);
    return value ? [[field.name, shownValue(value)]] : [];
  });
}

function shownValue(value: ShownValue): ComponentChildren {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'date':
      return dayInWords(value.day);
    case 'people':
      return value.userIds.map(nameOf).join(', ');
    case 'link':
      return (
        <a href={value.href} target="_blank" rel="noopener noreferrer">
          {value.text}
        </a>
      );
  }
}

/** A day is the same in each time zone. */
function dayInWords(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** Returns the time of day in a person's time zone; empty for a zone that this browser does not know. */
function timeIn(timeZone: string): string {
  try {
    return clockInWords(new Date(), timeZone);
  } catch {
    return '';
  }
}

async function copyMention(user: User): Promise<void> {
  if (await copyText(mentionOf(chat.peek().state, user))) showToast(texts.copied);
}
