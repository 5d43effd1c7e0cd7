import type { Outbox } from '../../outbox/outbox.ts';
import type { Message } from '../../wire/chat.ts';
import type { Conversation } from '../conversation.ts';
import { type Narrow, narrowKey, narrowOf } from '../narrow.ts';
import type { ChatState } from '../state.ts';
import type { ChatAction, QueuedChatAction } from './action.ts';
import { isSeen, plainHtml } from './shown.ts';

/** A message that the server has not taken, or that is not in the state yet. */
export interface PendingMessage {
  action: QueuedChatAction;
  message: Message;
}

/** Returns the sent messages of a narrow that the state does not show yet, in the order in which they were written. */
export function pendingMessages(state: ChatState, outbox: Outbox<ChatAction>, narrow: Narrow): PendingMessage[] {
  return outbox.flatMap((action, index) => {
    const { body } = action;
    if (body.kind !== 'send' || isSeen(state, action) || !isInNarrow(narrow, body)) return [];
    return [{ action, message: messageOf(state, action, body, index) }];
  });
}

function isInNarrow(narrow: Narrow, { conversation }: Extract<ChatAction, { kind: 'send' }>): boolean {
  if (narrow.kind === 'all' || narrow.kind === 'own') return true;
  if (narrow.kind === 'channel') return 'channelId' in conversation && conversation.channelId === narrow.channelId;
  return narrowKey(narrowOf(conversation)) === narrowKey(narrow);
}

/** The message as it will be, as far as it is known. Its ID is negative: the server has given none. */
function messageOf(
  state: ChatState,
  { madeAt }: QueuedChatAction,
  { conversation, content }: Extract<ChatAction, { kind: 'send' }>,
  index: number,
): Message {
  const own = state.users.get(state.ownUserId);
  const isTopic = 'channelId' in conversation;
  const people = isTopic ? [] : conversation.userIds;
  return {
    id: -1 - index,
    avatar_url: own?.avatar_url ?? null,
    client: '',
    content: plainHtml(content),
    content_type: 'text/html',
    display_recipient: isTopic
      ? (state.channels.get(conversation.channelId)?.name ?? '')
      : people.map((id) => {
          const user = state.users.get(id);
          return { id, email: user?.email ?? '', full_name: user?.full_name ?? '', is_mirror_dummy: false };
        }),
    is_me_message: false,
    reactions: [],
    recipient_id: recipientId(state, conversation),
    sender_email: own?.email ?? '',
    sender_full_name: own?.full_name ?? '',
    sender_id: state.ownUserId,
    sender_realm_str: '',
    ...(isTopic && { stream_id: conversation.channelId }),
    subject: isTopic ? conversation.topic : '',
    submessages: [],
    timestamp: Math.floor(madeAt / 1000),
    topic_links: [],
    type: isTopic ? 'stream' : 'private',
    flags: ['read'],
  };
}

/** As another message of the same place has it; rows of one place belong together. */
function recipientId(state: ChatState, conversation: Conversation): number {
  const { windows, messages } = state;
  const ids = windows.get(narrowKey(narrowOf(conversation)))?.ranges.at(-1)?.ids ?? [];
  return messages.get(ids.at(-1) ?? 0)?.recipient_id ?? 0;
}
