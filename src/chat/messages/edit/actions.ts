import type { Tx } from '../../../platform/db/tx.ts';
import type { Channel } from '../../channels/access.ts';
import { audienceOfChannel } from '../../channels/audience.ts';
import { type ChatEvent, emitChatEvent } from '../../events/emit.ts';
import { type Rendered, topicLinks } from '../../markdown/index.ts';
import { doMoveTopicPolicies } from '../../user-topics/actions.ts';
import type { EditHistoryItem, Message, MessageSent } from '../message.ts';
import { audienceOfChange, audienceOfMove } from './audience.ts';
import {
  carryReadMarks,
  deleteMessages,
  firstMessageId,
  hasMessages,
  moveMessages,
  type PropagateMode,
  updateAlerted,
  updateContent,
} from './queries.ts';

export type { PropagateMode } from './queries.ts';

/** Gives a message new content, and tells those whom the message concerns. */
export async function doEditMessage(
  tx: Tx,
  organizationId: string,
  editorId: number,
  message: Message,
  content: string,
  rendered: Rendered,
  { topicParticipantIds, alertedUserIds }: Pick<MessageSent, 'topicParticipantIds' | 'alertedUserIds'>,
): Promise<void> {
  const timestamp = seconds(tx.now);
  await updateAlerted(tx, organizationId, message.id, alertedUserIds);
  await updateContent(tx, organizationId, message.id, content, rendered, topicParticipantIds, {
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
  const audience = await audienceOfChange(tx, organizationId, message, [message.id]);
  emitChatEvent(tx, organizationId, audience, event, { state: false });
}

/** What a move is about: messages of one topic, asked for by way of one of them. */
export interface Move {
  message: Message & { channelId: number };
  /** All that move. */
  ids: readonly number[];
  from: Channel;
  to: { channel: Channel; topic: string };
  mode: PropagateMode;
}

/** Puts messages of one topic into another topic, or another channel, or both. */
export async function doMoveMessages(tx: Tx, organizationId: string, moverId: number, move: Move): Promise<void> {
  const { message, ids, from, to, mode } = move;
  const timestamp = seconds(tx.now);
  const { channel, topic } = to;
  const leavesChannel = channel.id !== from.id;
  const history: EditHistoryItem = { user_id: moverId, timestamp };
  if (topic !== message.topic) Object.assign(history, { prev_topic: message.topic, topic });
  if (leavesChannel) Object.assign(history, { prev_stream: from.id, stream: channel.id });
  const destination = { channelId: channel.id, recipientId: channel.recipientId, topic };
  const moved = leavesChannel || !isResolving(message.topic, topic);
  const channels = leavesChannel ? [from, channel] : [];
  const tellFirst = await watchFirstMessages(tx, organizationId, channels);
  const source = { channelId: from.id, topic: message.topic };
  const isNew = !(await hasMessages(tx, organizationId, destination));
  await moveMessages(tx, organizationId, ids, destination, history, moved);
  if (leavesChannel) await carryReadMarks(tx, organizationId, ids, from, channel);
  const event: ChatEvent = {
    ...updateEvent(moverId, message, ids, timestamp),
    propagate_mode: mode,
    orig_subject: message.topic,
    ...(topic === message.topic ? {} : { subject: topic, topic_links: topicLinks(topic) }),
    ...(leavesChannel ? { new_stream_id: channel.id } : {}),
  };
  const { staying, losing } = leavesChannel
    ? await audienceOfMove(tx, organizationId, ids, from, channel)
    : { staying: await audienceOfChange(tx, organizationId, message, ids), losing: [] };
  emitChatEvent(tx, organizationId, staying, event, { state: false });
  if (!(await hasMessages(tx, organizationId, source)))
    await doMoveTopicPolicies(tx, organizationId, source, { channel, topic, isNew });
  // Who cannot follow the messages is not told where they went.
  if (losing.length > 0) emitChatEvent(tx, organizationId, losing, deletionEvent(message, ids), { state: false });
  await tellFirst();
}

/** Deletes messages of one conversation (and one topic), and tells those whom they concern. */
export async function doDeleteMessages(
  tx: Tx,
  organizationId: string,
  message: Pick<Message, 'channelId' | 'topic' | 'people'>,
  channel: Channel | undefined,
  ids: readonly number[],
): Promise<void> {
  const tellFirst = await watchFirstMessages(tx, organizationId, channel ? [channel] : []);
  const audience = await audienceOfChange(tx, organizationId, message, ids);
  const deleted = await deleteMessages(tx, organizationId, ids);
  if (deleted.length === 0) return;
  emitChatEvent(tx, organizationId, audience, deletionEvent(message, deleted), { state: false });
  await tellFirst();
}

function deletionEvent(message: Pick<Message, 'channelId' | 'topic'>, ids: readonly number[]): ChatEvent {
  const { channelId, topic } = message;
  if (channelId === null) return { type: 'delete_message', message_ids: ids, message_type: 'private' };
  return { type: 'delete_message', message_ids: ids, message_type: 'stream', stream_id: channelId, topic };
}

/**
 * Remembers which messages are the channels' oldest; what it gives tells of those that are so no longer.
 * spec: chat 6: a deletion that changes it is told as a change of the channel.
 */
async function watchFirstMessages(
  tx: Tx,
  organizationId: string,
  channels: readonly Channel[],
): Promise<() => Promise<void>> {
  const before = new Map<Channel, number | null>();
  for (const channel of channels) before.set(channel, await firstMessageId(tx, organizationId, channel.recipientId));
  return async () => {
    for (const [channel, old] of before) {
      const value = await firstMessageId(tx, organizationId, channel.recipientId);
      if (value === old) continue;
      const change = { property: 'first_message_id', value, stream_id: channel.id, name: channel.name };
      emitChatEvent(
        tx,
        organizationId,
        audienceOfChannel(channel),
        { type: 'stream', op: 'update', ...change },
        { state: false },
      );
    }
  };
}

function updateEvent(userId: number, message: Message, ids: readonly number[], timestamp: number): ChatEvent {
  return {
    type: 'update_message',
    user_id: userId,
    rendering_only: false,
    message_id: message.id,
    message_ids: ids,
    edit_timestamp: timestamp,
    ...(message.channelId === null ? {} : { stream_id: message.channelId, stream_name: message.channelName }),
  };
}

const RESOLVED = '✔ ';

/** spec: chat 2, last_moved_timestamp: marking a topic resolved, or taking that back, is no move. */
export function isResolving(from: string, to: string): boolean {
  return from === `${RESOLVED}${to}` || to === `${RESOLVED}${from}`;
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
