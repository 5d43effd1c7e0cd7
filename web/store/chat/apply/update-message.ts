import type { Message } from '../../wire/chat.ts';
import { isMention } from '../message.ts';
import type { Narrow } from '../narrow.ts';
import type { ChatState, Reducer } from '../state.ts';
import { type Membership, placeMessage } from '../windows/keep.ts';

interface Event {
  message_id: number;
  message_ids: number[];
  flags: Message['flags'];
  rendering_only: boolean;
  edit_timestamp: number;
  stream_id?: number;
  orig_subject?: string;
  subject?: string;
  topic_links?: Message['topic_links'];
  new_stream_id?: number;
  content?: string;
  rendered_content?: string;
  is_me_message?: boolean;
}

export const applyUpdateMessage: Reducer<Event> = (state, event) => {
  if (event.content !== undefined) editContent(state, event);
  const unread = state.unread.get(event.message_id);
  if (unread) state.unread.set(event.message_id, { ...unread, mentioned: isMention(event.flags) });
  if (event.subject !== undefined || event.new_stream_id !== undefined)
    for (const id of event.message_ids) {
      move(state, id, event);
      placeMessage(state, id, (narrow) => membershipAfterMove(narrow, event));
    }
  else if (event.content !== undefined)
    placeMessage(state, event.message_id, (narrow) => membershipAfterEdit(narrow, event));
};

function membershipAfterMove(narrow: Narrow, event: Event): Membership {
  if (narrow.kind !== 'topic' && narrow.kind !== 'channel') return 'as before';
  const isIn = narrow.channelId === (event.new_stream_id ?? event.stream_id);
  if (narrow.kind === 'channel') return isIn ? 'in' : 'out';
  const topic = event.subject ?? event.orig_subject ?? '';
  return isIn && topic.toLowerCase() === narrow.topic.toLowerCase() ? 'in' : 'out';
}

function membershipAfterEdit(narrow: Narrow, { flags }: Event): Membership {
  if (narrow.kind !== 'mentions') return 'as before';
  return isMention(flags) ? 'in' : 'out';
}

function editContent(state: ChatState, event: Event): void {
  const { message_id, flags, content, rendered_content, is_me_message, rendering_only, edit_timestamp } = event;
  const message = state.messages.get(message_id);
  if (!message) return;
  const isHtml = message.content_type === 'text/html';
  state.messages.set(message_id, {
    ...message,
    flags,
    content: (isHtml ? rendered_content : content) ?? message.content,
    is_me_message: is_me_message ?? message.is_me_message,
    ...(rendering_only ? {} : { last_edit_timestamp: edit_timestamp }),
  });
}

function move(state: ChatState, id: number, event: Event): void {
  const { subject, new_stream_id, topic_links } = event;
  const message = state.messages.get(id);
  if (message) {
    const channel = new_stream_id === undefined ? undefined : state.channels.get(new_stream_id);
    state.messages.set(id, {
      ...message,
      ...(subject === undefined ? {} : { subject, topic_links: topic_links ?? message.topic_links }),
      ...(new_stream_id === undefined ? {} : { stream_id: new_stream_id }),
      ...(channel ? { display_recipient: channel.name } : {}),
    });
  }
  const unread = state.unread.get(id);
  if (!unread || 'userIds' in unread) return;
  const after = { ...unread, channelId: new_stream_id ?? unread.channelId, topic: subject ?? unread.topic };
  // Where one is not subscribed nothing can be unread.
  if (state.subscriptions.has(after.channelId)) state.unread.set(id, after);
  else state.unread.delete(id);
}
