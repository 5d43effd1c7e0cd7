import type { Conversation } from '../conversation.ts';
import { narrowOf, narrowTerms } from '../narrow.ts';
import type { ChatAction, QueuedChatAction } from './action.ts';

/** A request to the chat API, without its base. */
export interface ActionRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  form?: Readonly<Record<string, unknown>>;
}

/** Messages that `POST /messages/flags/narrow` takes at once. */
const MAX_OF_NARROW = 5000;

/**
 * Returns the request of an action. The action's ID goes along as its `Idempotency-Key`, which the server takes for `POST`: however
 * often that is sent, it is done once. What else is sent again does nothing more, or is refused: what the state shows decides then.
 * @param queueId the page's event queue: its event about a sent message has the action's ID. The server takes another queue for the
 * same request
 */
export function requestOf(
  { id, body }: Pick<QueuedChatAction, 'id' | 'body'>,
  ownUserId: number,
  queueId: string | undefined,
): ActionRequest {
  if (body.kind !== 'send') return otherRequest(body, ownUserId);
  const form = { ...recipient(body.conversation, ownUserId), content: body.content, read_by_sender: true };
  return { method: 'POST', path: '/messages', form: { ...form, ...(queueId && { queue_id: queueId, local_id: id }) } };
}

function recipient(conversation: Conversation, ownUserId: number): Readonly<Record<string, unknown>> {
  if ('channelId' in conversation) return { type: 'channel', to: conversation.channelId, topic: conversation.topic };
  const others = conversation.userIds.filter((id) => id !== ownUserId);
  return { type: 'direct', to: others.length > 0 ? others : [ownUserId] };
}

function otherRequest(body: Exclude<ChatAction, { kind: 'send' }>, ownUserId: number): ActionRequest {
  switch (body.kind) {
    case 'edit':
      return { method: 'PATCH', path: `/messages/${body.messageId}`, form: editForm(body) };
    case 'delete':
      return { method: 'DELETE', path: `/messages/${body.messageId}` };
    case 'react':
      return {
        ...{ method: body.op === 'add' ? 'POST' : 'DELETE', path: `/messages/${body.messageId}/reactions` },
        form: { ...body.reaction },
      };
    case 'change widget':
      return {
        ...{ method: 'POST', path: '/submessage' },
        form: { message_id: body.messageId, msg_type: 'widget', content: body.content },
      };
    case 'flag':
      return {
        ...{ method: 'POST', path: '/messages/flags' },
        form: { messages: body.messageIds, op: body.op, flag: body.flag },
      };
    case 'unread from':
      return { method: 'POST', path: '/messages/flags/narrow', form: unreadForm(body, ownUserId) };
    case 'move':
      return { method: 'PATCH', path: `/messages/${body.messageId}`, form: moveForm(body) };
    case 'subscribe':
      return body.isSubscribed
        ? { method: 'POST', path: '/users/me/subscriptions', form: { subscriptions: [{ name: body.name }] } }
        : { method: 'DELETE', path: '/users/me/subscriptions', form: { subscriptions: [body.name] } };
    case 'channel setting': {
      const { channelId, property, value } = body;
      const form = { subscription_data: [{ stream_id: channelId, property, value }] };
      return { method: 'POST', path: '/users/me/subscriptions/properties', form };
    }
    case 'topic policy':
      return {
        ...{ method: 'POST', path: '/user_topics' },
        form: { stream_id: body.channelId, topic: body.topic, visibility_policy: body.policy },
      };
    case 'mute person':
      return { method: body.isMuted ? 'POST' : 'DELETE', path: `/users/me/muted_users/${body.userId}` };
  }
}

function unreadForm(
  { messageId, conversation }: Extract<ChatAction, { kind: 'unread from' }>,
  ownUserId: number,
): Readonly<Record<string, unknown>> {
  return {
    ...{ anchor: String(messageId), include_anchor: true, num_before: 0, num_after: MAX_OF_NARROW },
    ...{ narrow: narrowTerms(narrowOf(conversation), ownUserId), op: 'remove', flag: 'read' },
  };
}

function editForm({
  content,
  originalSha256,
}: Extract<ChatAction, { kind: 'edit' }>): Readonly<Record<string, unknown>> {
  return { content, prev_content_sha256: originalSha256 };
}

function moveForm({
  from,
  to,
  mode,
  notices,
}: Extract<ChatAction, { kind: 'move' }>): Readonly<Record<string, unknown>> {
  return {
    propagate_mode: mode,
    send_notification_to_old_thread: notices.old,
    send_notification_to_new_thread: notices.new,
    ...(to.topic !== from.topic && { topic: to.topic }),
    ...(to.channelId !== from.channelId && { stream_id: to.channelId }),
  };
}
