import { Link } from 'wouter-preact';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { topicName } from '../data/names.ts';
import { narrowOfMessage } from './narrow-of-message.ts';
import { rowWords } from './texts/index.ts';

/** Conversation of the messages that follow, as links. */
export function PlaceLine({ message }: { message: Message }) {
  const narrow = narrowOfMessage(message);
  if (narrow.kind === 'direct') {
    const { ownUserId, users } = chat.peek().state;
    const others = narrow.userIds.filter((id) => id !== ownUserId);
    const names = others.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ');
    return (
      <div class="place-line">
        <Link href={addressOf(narrow, { near: message.id })} dir="auto">
          {others.length === 0 ? rowWords.row.toOneself : rowWords.row.direct({ names })}
        </Link>
      </div>
    );
  }
  const channelName = chat.peek().state.channels.get(narrow.channelId)?.name ?? String(message.display_recipient);
  return (
    <div class="place-line">
      <Link href={addressOf({ kind: 'channel', channelId: narrow.channelId }, { channelName })} dir="auto">
        #{channelName}
      </Link>
      <span aria-hidden="true">›</span>
      <Link href={addressOf(narrow, { near: message.id, channelName })} dir="auto">
        {topicName(message.subject)}
      </Link>
    </div>
  );
}
