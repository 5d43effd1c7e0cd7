import { Badge } from '../../shared/ui/badge.tsx';
import { ROLES } from '../data/me.ts';
import { words } from '../texts/index.ts';
import type { Person } from './person.ts';
import { peopleWords } from './texts/index.ts';

/** Badge for somebody's role in the chat. */
export function ChatBadge({ person: { chat } }: { person: Person }) {
  if (!chat) return null;
  if (!chat.isActive)
    return (
      <Badge kind="bad" icon="circle-x">
        {peopleWords.deactivated}
      </Badge>
    );
  return <Badge kind={chat.role <= ROLES.administrator ? 'accent' : 'plain'}>{words.roles[chat.role]}</Badge>;
}

/** Badges for somebody's roles in deliveries. */
export function DeliveryBadges({ person: { dispatch, worker } }: { person: Person }) {
  if (!dispatch && !worker) return null;
  return (
    <span class="people-badges">
      {dispatch && (
        <Badge kind={dispatch.isOwner ? 'accent' : 'plain'}>
          {dispatch.isOwner
            ? peopleWords.dispatchOwner
            : dispatch.isReadOnly
              ? peopleWords.readOnly
              : peopleWords.dispatcher}
        </Badge>
      )}
      {worker && <Badge>{peopleWords.worker}</Badge>}
      {((dispatch && !dispatch.isActive) || (worker && !worker.hasJoined)) && (
        <Badge kind="warning" icon="clock">
          {peopleWords.invited}
        </Badge>
      )}
    </span>
  );
}
