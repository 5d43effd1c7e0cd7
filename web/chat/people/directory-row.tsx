import type { ComponentChildren } from 'preact';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import type { User } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { personIntent } from '../data/intents.ts';
import { ownUserId } from '../data/me.ts';
import { nameOf } from '../data/names.ts';
import { presenceOf } from '../data/presence.ts';
import { StatusEmoji } from '../parts/status-emoji.tsx';
import { roleName } from '../person-card/role-name.ts';
import { peopleWords as words } from './texts/index.ts';

interface DirectoryRowProps {
  user: User;
  /** Second line; undefined: what the person says of themselves, or their address. */
  note?: string | undefined;
  /** Buttons after the row. */
  children?: ComponentChildren;
}

/** A person, or a bot with its owner: a press opens the card. */
export function DirectoryRow({ user, note, children }: DirectoryRowProps) {
  const { user_id: userId, full_name: name, avatar_url: picture, is_active, is_bot, is_guest } = user;
  const status = chat.value.state.statuses.get(userId);
  const state = presenceOf(userId);
  return (
    <div class={is_active ? 'person-row' : 'person-row inactive'}>
      <button
        type="button"
        class="person-link"
        onClick={({ currentTarget }) => {
          personIntent.value = { userId, beside: currentTarget };
        }}
      >
        <span aria-hidden="true">
          <Avatar name={name} id={String(userId)} picture={picture ?? undefined} state={state} />
        </span>
        <span class="person-text">
          <span class="person-name">
            <span dir="auto">{name}</span>
            {userId === ownUserId.value && <span class="quiet-words">{words.you}</span>}
            <StatusEmoji status={status} />
            {state && <span class="unseen">{texts.person[state]}</span>}
          </span>
          <span class="person-note" dir="auto">
            {note ?? noteOf(user, status?.status_text)}
          </span>
        </span>
        <span class="person-marks">
          {is_guest && (
            <Badge kind="warning" icon="globe">
              {roleName(user)}
            </Badge>
          )}
          {!is_active && <Badge>{words.deactivated}</Badge>}
          {is_active && !is_guest && !is_bot && <span class="person-role">{roleName(user)}</span>}
        </span>
      </button>
      {children}
    </div>
  );
}

function noteOf({ is_bot, bot_owner_id, delivery_email }: User, status: string | undefined): string {
  if (is_bot) return bot_owner_id === null ? words.botOfNobody : words.botOf({ owner: nameOf(bot_owner_id) });
  return status || (delivery_email ?? '');
}
