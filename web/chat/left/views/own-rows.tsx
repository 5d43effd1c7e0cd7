import { Icon } from '../../../shared/ui/icon.tsx';
import type { IconName } from '../../../shared/ui/icon-names.ts';
import { conversationKey } from '../../../store/chat/conversation.ts';
import { conversationOf } from '../../../store/chat/narrow.ts';
import { chat } from '../../data/chat.ts';
import { unread } from '../../data/unread.ts';
import { LeftRow } from '../row.tsx';
import { type OwnView, ownViews } from './own-views.ts';

interface OwnRowsProps {
  /** Text that their names contain. */
  filter: string;
  /** True for those above the fold. */
  isPinned: boolean;
  /** Address that is open. */
  location: string;
}

/** The person's own views on the left. */
export function OwnRows({ filter, isPinned, location }: OwnRowsProps) {
  const own = ownViews(chat.value.state).filter(({ view }) => view.name!.toLowerCase().includes(filter));
  return <>{own.filter(({ view }) => view.is_pinned === isPinned).map((own) => ownRowOf(own, location))}</>;
}

const OWN_ICONS: Readonly<Record<string, IconName>> = { topic: 'message-circle', channel: 'hash', direct: 'user' };

function ownRowOf({ view, narrow, href }: OwnView, location: string) {
  const { conversations, channels } = unread.value;
  const conversation = conversationOf(narrow);
  const count = conversation
    ? conversations.get(conversationKey(conversation))?.count
    : 'channelId' in narrow && channels.get(narrow.channelId)?.count;
  return (
    <LeftRow
      key={view.fragment}
      href={href}
      isHere={location === href}
      mark={<Icon name={OWN_ICONS[narrow.kind] ?? 'pin'} />}
      name={view.name!}
      unread={count || 0}
    />
  );
}
