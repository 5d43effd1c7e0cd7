import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { directConversations } from '../data/direct-conversations.ts';
import { ownUserId } from '../data/me.ts';
import { directName } from '../data/names.ts';
import { presenceOf } from '../data/presence.ts';
import { unread, unreadOf } from '../data/unread.ts';
import { userPicture } from '../data/user-picture.ts';
import { LeftRow } from './row.tsx';
import { Section } from './section.tsx';
import { leftWords as words } from './texts/index.ts';

/** Shown at first; those with something unread, and the open one, are shown always. */
const SHOWN = 8;

/** Direct conversations, the newest first. @param filter what their names contain */
export function Direct({ filter }: { filter: string }) {
  const [isWhole, setWhole] = useState(false);
  const [location] = useLocation();
  const order = useRef<readonly string[]>([]);
  const known = directConversations(chat.value.state);
  // What the pointer or the focus is at does not go from under it.
  const isHeld = document.querySelector('.left-list')?.matches(':hover, :focus-within') ?? false;
  const conversations = isHeld ? inOrderOf(known, order.current) : known;
  order.current = conversations.map((userIds) => userIds.join());
  const found = conversations
    .map((userIds) => ({ userIds, name: directName(userIds), href: addressOf({ kind: 'direct', userIds }) }))
    .filter(({ name }) => name.toLowerCase().includes(filter));
  const shown = found.filter(
    ({ userIds, href }, index) =>
      isWhole || filter !== '' || index < SHOWN || unreadOf({ userIds }) || href === location,
  );
  if (found.length === 0) return null;
  return (
    <Section id="direct" title={words.direct} isForcedOpen={filter !== ''} unread={unread.value.direct}>
      {shown.map(({ userIds, name, href }) => {
        const { count = 0, mentions = 0, isMuted = false } = unreadOf({ userIds }) ?? {};
        return (
          <LeftRow
            key={href}
            mark={<Mark userIds={userIds} />}
            note={presenceNote(userIds)}
            isHere={href === location}
            {...{ href, name, isMuted }}
            isMentioned={mentions > 0}
            isForYou
            unread={count}
          />
        );
      })}
      {shown.length < found.length && (
        <button type="button" class="left-row more" onClick={() => setWhole(true)}>
          <Icon name="ellipsis" />
          <span class="left-name">{words.allDirect({ count: found.length })}</span>
        </button>
      )}
    </Section>
  );
}

/** Returns conversations in the order in which they were before; new ones come last. */
function inOrderOf(
  conversations: readonly (readonly number[])[],
  order: readonly string[],
): readonly (readonly number[])[] {
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOf = (userIds: readonly number[]) => places.get(userIds.join()) ?? order.length;
  return [...conversations].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The picture of the one other person with their presence; of several, how many. */
function Mark({ userIds }: { userIds: readonly number[] }) {
  const others = userIds.filter((id) => id !== ownUserId.value);
  if (others.length > 1) return <Icon name="users" />;
  const id = others[0] ?? ownUserId.value;
  const user = chat.value.state.users.get(id);
  if (user?.is_bot) return <Icon name="sparkles" />;
  return (
    <span class="left-mark" aria-hidden="true">
      <Avatar
        size="small"
        name={user?.full_name ?? ''}
        id={String(id)}
        picture={userPicture(user)}
        state={presenceOf(id)}
      />
    </span>
  );
}

function presenceNote(userIds: readonly number[]): string | undefined {
  const others = userIds.filter((id) => id !== ownUserId.value);
  const state = others.length === 1 ? presenceOf(others[0]!) : undefined;
  return state && texts.person[state];
}
