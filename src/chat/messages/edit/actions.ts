import type { Tx } from '../../../platform/db/tx.ts';
import { uncachedFacts } from '../../../platform/events/facts.ts';
import { type Channel, findChannel } from '../../channels/access.ts';
import { audienceOfChannel } from '../../channels/audience.ts';
import { type ChatEvent, emitChatEvent } from '../../events/emit.ts';
import { linkifiersOf } from '../../linkifiers/access.ts';
import { type Rendered, topicLinks } from '../../markdown/index.ts';
import type { EditHistoryItem, Message, MessageSent } from '../../reading/message.ts';
import { isResolving } from '../../topics/topic-name.ts';
import { doDeleteAttachmentsOfMessages } from '../../uploads/actions.ts';
import { doMoveTopicPolicies } from '../../user-topics/actions.ts';
import { namedAnew } from '../mentions/mentions.ts';
import { loadMessages } from '../message-loader.ts';
import {
  affectedBy,
  audienceOfChange,
  audiencesAmong,
  audiencesOfChange,
  audiencesOfMove,
  peopleWhoSeeSome,
} from './audience.ts';
import { emitReadByMove, emitStarsOfMove } from './moved-flags.ts';
import { markReadByMove } from './moved-flags-queries.ts';
import {
  deleteMessages,
  firstMessageId,
  hasMessages,
  hasOtherSpelling,
  lockMessage,
  lockMessages,
  moveMessages,
  type PropagateMode,
  updateAlerted,
  updateContent,
  updateRendering,
} from './queries.ts';

export type { PropagateMode } from './queries.ts';

/** New content of a message. */
export interface ContentChange {
  content: string;
  rendered: Rendered;
  topicParticipantIds: MessageSent['topicParticipantIds'];
  alertedUserIds: MessageSent['alertedUserIds'];
  /** Uploads that it refers to now. */
  attachmentIds: readonly number[];
}

/**
 * Writes the HTML of messages anew, without a change of their content.
 * @param render of the HTML as it is; what gives the same is left alone
 */
export async function doRerender(tx: Tx, ids: readonly number[], render: (html: string) => string): Promise<void> {
  for (const id of ids) await lockMessage(tx, id);
  const facts = uncachedFacts(tx);
  for (const message of await loadMessages(tx, facts, ids)) {
    const rendered_content = render(message.renderedContent);
    if (rendered_content === message.renderedContent) continue;
    await updateRendering(tx, message.id, rendered_content);
    const { content, isMeMessage: is_me_message } = message;
    const event: ChatEvent = {
      ...updateEvent({ user_id: null, timestamp: seconds(tx.now) }, message, [message.id]),
      rendering_only: true,
      content,
      rendered_content,
      is_me_message,
    };
    const channel = message.channelId === null ? undefined : await findChannel(facts, message.channelId);
    const audience = await audienceOfChange(tx, message, channel);
    emitChatEvent(tx, tx.organizationId, audience, event, { state: false });
  }
}

/** Destination of messages of one topic. */
export interface Move {
  /** All that move, ascending. */
  ids: readonly number[];
  from: Channel;
  to: { channel: Channel; topic: string };
  mode: PropagateMode;
}

/**
 * Gives a message new content, or puts it and others of its topic into another topic or channel, or does both.
 * What one request changes is one item of the message's history and one event.
 * @returns whether the topic that they left has no message any more
 */
export async function doUpdateMessage(
  tx: Tx,
  editorId: number,
  message: Message,
  channel: Channel | undefined,
  { content, move }: { content?: ContentChange | undefined; move?: Move | undefined },
): Promise<{ emptied: boolean }> {
  const made = { user_id: editorId, timestamp: seconds(tx.now) };
  const edited = content
    ? { ...made, prev_content: message.content, prev_rendered_content: message.renderedContent }
    : undefined;
  if (content) {
    await updateAlerted(tx, message.id, content.alertedUserIds);
    await updateContent(tx, message.id, content, move ? undefined : edited);
  }
  if (!move) {
    if (!content) return { emptied: false };
    const audience = await audienceOfChange(tx, message, channel);
    const change = { ...contentFields(message, content), ...(await namedAnew(tx, message, content)) };
    emitChatEvent(
      tx,
      tx.organizationId,
      audience,
      { ...updateEvent(made, message, [message.id]), ...change },
      { state: false },
    );
    return { emptied: false };
  }
  return doMoveMessages(tx, message, move, { made, edited, content });
}

async function doMoveMessages(
  tx: Tx,
  message: Message,
  { ids, from, to, mode }: Move,
  { made, edited, content }: { made: Made; edited: EditHistoryItem | undefined; content: ContentChange | undefined },
): Promise<{ emptied: boolean }> {
  const { organizationId } = tx;

  const { channel, topic } = to;
  const leavesChannel = channel.id !== from.id;
  const history: EditHistoryItem = { ...made };
  if (topic !== message.topic) Object.assign(history, { prev_topic: message.topic, topic });
  if (leavesChannel) Object.assign(history, { prev_stream: from.id, stream: channel.id });
  const destination = { channelId: channel.id, recipientId: channel.recipientId, topic };
  const moved = leavesChannel || !isResolving(message.topic, topic);
  const channels = leavesChannel ? [from, channel] : [];
  const emitFirstMessages = await watchFirstMessages(tx, channels);
  const source = { channelId: from.id, topic: message.topic };
  const isNew = !(await hasMessages(tx, destination));
  const own = edited && { id: message.id, history: { ...edited, ...history } };
  // All get the one spelling, and clients keep each message's own until they are told.
  const isSpelledAnew = topic !== message.topic || (await hasOtherSpelling(tx, ids, topic));
  // Nobody is subscribed or unsubscribed while the log stands still; rows are locked before it, as by whoever edits.
  if (leavesChannel) await lockMessages(tx, ids);
  const eventId = leavesChannel ? (await tx.position()).eventId : null;
  const read = leavesChannel ? await markReadByMove(tx, ids, from, channel) : [];
  await moveMessages(tx, ids, destination, history, moved, own, eventId);
  const linkifiers = await linkifiersOf(uncachedFacts(tx));
  const fields = {
    propagate_mode: mode,
    orig_subject: message.topic,
    ...(isSpelledAnew ? { subject: topic, topic_links: topicLinks(topic, linkifiers) } : {}),
    ...(leavesChannel ? { new_stream_id: channel.id } : {}),
  };
  const { staying, losing } = leavesChannel
    ? await audiencesOfMove(tx, ids, from, channel)
    : { staying: await audiencesOfChange(tx, message, channel, ids), losing: [] };
  let named = content && (await namedAnew(tx, message, content));
  for (const { audience, ids: seen } of staying) {
    const ofContent = content && seen.includes(message.id) ? contentFields(message, content) : {};
    const event = { ...updateEvent(made, message, seen), ...ofContent, ...fields, ...named };
    emitChatEvent(tx, organizationId, audience, event, { state: false });
    // One event of the change is enough for those who notify.
    named = undefined;
  }
  const emptied = !(await hasMessages(tx, source));
  if (emptied)
    await doMoveTopicPolicies(tx, source, {
      channelId: channel.id,
      topic,
      isNew,
      leaversAmong: (userIds) => peopleWhoSeeSome(tx, from, ids, userIds),
      followersAmong: (userIds) => peopleWhoSeeSome(tx, channel, ids, userIds),
    });
  if (leavesChannel) {
    await emitReadByMove(tx, ids, channel, read);
    await emitStarsOfMove(tx, ids, from, channel);
  }
  // The event of people who cannot read the new place does not name it.
  for (const { audience, ids: gone } of losing)
    emitChatEvent(tx, organizationId, audience, deletionEvent(message, gone), { state: false });
  await emitFirstMessages();
  return { emptied };
}

/** Deletes messages of one conversation and topic, and emits it to those who may see them. */
export async function doDeleteMessages(
  tx: Tx,
  place: Pick<Message, 'channelId' | 'topic' | 'people'>,
  channel: Channel | undefined,
  ids: readonly number[],
): Promise<void> {
  const emitFirstMessages = await watchFirstMessages(tx, channel ? [channel] : []);
  const concerned = await affectedBy(tx, place, channel, ids);
  await doDeleteAttachmentsOfMessages(tx, ids);
  const deleted = new Set(await deleteMessages(tx, ids));
  for (const { audience, ids: seen } of await audiencesAmong(tx, channel, concerned, ids)) {
    const gone = seen.filter((id) => deleted.has(id)).sort((a, b) => a - b);
    if (gone.length > 0) emitChatEvent(tx, tx.organizationId, audience, deletionEvent(place, gone), { state: false });
  }
  if (deleted.size > 0) await emitFirstMessages();
}

function deletionEvent(message: Pick<Message, 'channelId' | 'topic'>, ids: readonly number[]): ChatEvent {
  const { channelId, topic } = message;
  if (channelId === null) return { type: 'delete_message', message_ids: ids, message_type: 'private' };
  return { type: 'delete_message', message_ids: ids, message_type: 'stream', stream_id: channelId, topic };
}

/**
 * Reads the channels' oldest messages; the returned function emits the changes of them.
 * spec: chat 6: a deletion that changes it is emitted as a change of the channel.
 */
async function watchFirstMessages(tx: Tx, channels: readonly Channel[]): Promise<() => Promise<void>> {
  const before = new Map<Channel, number | null>();
  for (const channel of channels) before.set(channel, await firstMessageId(tx, channel.recipientId));
  return async () => {
    for (const [channel, old] of before) {
      const value = await firstMessageId(tx, channel.recipientId);
      if (value === old) continue;
      const change = { property: 'first_message_id', value, stream_id: channel.id, name: channel.name };
      emitChatEvent(
        tx,
        tx.organizationId,
        await audienceOfChannel(tx, channel),
        { type: 'stream', op: 'update', ...change },
        { state: false },
      );
    }
  };
}

/** Author and time of a change to messages, as events and histories carry them. */
type Made = Pick<EditHistoryItem, 'user_id' | 'timestamp'>;

/** @param ids the changed messages that the event names; one of them stands in for a message that it does not name */
function updateEvent({ user_id, timestamp }: Made, message: Message, ids: readonly number[]): ChatEvent {
  return {
    type: 'update_message',
    user_id,
    rendering_only: false,
    message_id: ids.includes(message.id) ? message.id : ids[0],
    message_ids: ids,
    edit_timestamp: timestamp,
    ...(message.channelId === null ? {} : { stream_id: message.channelId, stream_name: message.channelName }),
  };
}

function contentFields(message: Message, { content, rendered }: ContentChange) {
  return {
    orig_content: message.content,
    orig_rendered_content: message.renderedContent,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
