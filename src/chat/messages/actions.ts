import type { Tx } from '../../platform/db/tx.ts';
import type { Channel } from '../channels/access.ts';
import { type AudienceTag, type ChatEvent, emitChatEvent } from '../events/emit.ts';
import { type Rendered, topicLinks } from '../markdown/index.ts';
import {
  carryReadMarks,
  deleteMessages,
  firstMessageId,
  moveMessages,
  type PropagateMode,
  updateContent,
} from './change-queries.ts';
import type { EditHistoryItem, Message } from './message.ts';

export type { PropagateMode } from './change-queries.ts';

/** Gives a message new content, and tells those whom the message concerns. */
export async function doEditMessage(
  tx: Tx,
  organizationId: string,
  editorId: number,
  message: Message,
  content: string,
  rendered: Rendered,
): Promise<void> {
  const timestamp = seconds(tx.now);
  await updateContent(tx, organizationId, message.id, content, rendered, {
    user_id: editorId,
    timestamp,
    prev_content: message.content,
    prev_rendered_content: message.renderedContent,
  });
  const event: ChatEvent = {
    ...updateEvent(editorId, message, [message.id], timestamp),
    orig_content: message.content,
    orig_rendered_content: message.renderedContent,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  };
  emitChatEvent(tx, organizationId, audienceOf(message), event, { state: false });
}

/**
 * Puts messages of one topic into another topic, or another channel, or both.
 * @param message the one that the move was asked for; `ids` are all that move with it
 */
export async function doMoveMessages(
  tx: Tx,
  organizationId: string,
  moverId: number,
  message: Message & { channelId: number },
  ids: readonly number[],
  to: { channel: Channel; topic: string },
  mode: PropagateMode,
): Promise<void> {
  const timestamp = seconds(tx.now);
  const { channel, topic } = to;
  const leavesChannel = channel.id !== message.channelId;
  const history: EditHistoryItem = { user_id: moverId, timestamp };
  if (topic !== message.topic) Object.assign(history, { prev_topic: message.topic, topic });
  if (leavesChannel) Object.assign(history, { prev_stream: message.channelId, stream: channel.id });
  const destination = { channelId: channel.id, recipientId: channel.recipientId, topic };
  const moved = leavesChannel || !isResolving(message.topic, topic);
  await moveMessages(tx, organizationId, ids, destination, history, moved);
  if (leavesChannel) await carryReadMarks(tx, organizationId, ids, message, channel);
  const event: ChatEvent = {
    ...updateEvent(moverId, message, ids, timestamp),
    propagate_mode: mode,
    orig_subject: message.topic,
    ...(topic === message.topic ? {} : { subject: topic, topic_links: topicLinks(topic) }),
    ...(leavesChannel ? { new_stream_id: channel.id } : {}),
  };
  const audience = audienceOf(message);
  if (leavesChannel) audience.push(`channel:${channel.id}`);
  emitChatEvent(tx, organizationId, audience, event, { state: false });
}

/** Deletes messages of one conversation (and one topic), and tells those whom they concern. */
export async function doDeleteMessages(
  tx: Tx,
  organizationId: string,
  message: Message,
  ids: readonly number[],
): Promise<void> {
  const inChannel = message.channelId !== null;
  const firstBefore = inChannel ? await firstMessageId(tx, organizationId, message.recipientId) : null;
  const deleted = await deleteMessages(tx, organizationId, ids);
  if (deleted.length === 0) return;
  emitChatEvent(
    tx,
    organizationId,
    audienceOf(message),
    {
      type: 'delete_message',
      message_ids: deleted,
      message_type: inChannel ? 'stream' : 'private',
      ...(inChannel ? { stream_id: message.channelId, topic: message.topic } : {}),
    },
    { state: false },
  );
  if (!inChannel) return;
  // spec: chat 6: a deletion that changes the channel's oldest message is told as a change of the channel.
  const first = await firstMessageId(tx, organizationId, message.recipientId);
  if (first === firstBefore) return;
  emitChatEvent(
    tx,
    organizationId,
    audienceOf(message),
    {
      type: 'stream',
      op: 'update',
      property: 'first_message_id',
      value: first,
      stream_id: message.channelId,
      name: message.channelName,
    },
    { state: false },
  );
}

function updateEvent(userId: number, message: Message, ids: readonly number[], timestamp: number): ChatEvent {
  return {
    type: 'update_message',
    user_id: userId,
    rendering_only: false,
    message_id: message.id,
    message_ids: ids,
    flags: [],
    edit_timestamp: timestamp,
    ...(message.channelId === null ? {} : { stream_id: message.channelId, stream_name: message.channelName }),
  };
}

function audienceOf(message: Message): AudienceTag[] {
  if (message.channelId !== null) return [`channel:${message.channelId}`];
  return message.people.map((person): AudienceTag => `user:${person.id}`);
}

const RESOLVED = '✔ ';

/** spec: chat 2, last_moved_timestamp: marking a topic resolved, or taking that back, is no move. */
function isResolving(from: string, to: string): boolean {
  return from === `${RESOLVED}${to}` || to === `${RESOLVED}${from}`;
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
