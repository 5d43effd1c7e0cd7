import { Link } from 'wouter-preact';
import { conversationOfMessage } from '../../store/chat/message.ts';
import { narrowOf } from '../../store/chat/narrow.ts';
import type { Message } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { directName, topicName } from '../data/names.ts';
import { rowWords } from './texts/index.ts';

/** Conversation of the messages that follow, as links. */
export function PlaceLine({ message }: { message: Message }) {
  const narrow = narrowOf(conversationOfMessage(message));
  if (narrow.kind === 'direct') {
    return (
      <div class="place-line">
        <Link href={addressOf(narrow, { near: message.id })} dir="auto">
          {narrow.userIds.length === 1
            ? rowWords.row.toOneself
            : rowWords.row.direct({ names: directName(narrow.userIds) })}
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
