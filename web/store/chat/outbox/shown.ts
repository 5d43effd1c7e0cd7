import type { Outbox } from '../../outbox/outbox.ts';
import type { Message, MutedUser } from '../../wire/chat.ts';
import { reducers } from '../apply/index.ts';
import { conversationKey, topicKey } from '../conversation.ts';
import { conversationOfMessage, isMention } from '../message.ts';
import { narrowKey, narrowOf } from '../narrow.ts';
import { mutedUsers } from '../select/muting.ts';
import type { ChatState } from '../state.ts';
import { countOwnChanges } from '../widgets/own-changes.ts';
import type { ChatAction, QueuedChatAction } from './action.ts';

/*
 * What is shown = the state and what pending actions make of it. Each action is read as the event that it will become, and applied by
 * the same reducers to a copy: the state itself has nothing of it.
 */

type Pending = Extract<QueuedChatAction, { body: ChatAction }>;
/** Submessages on their way come after all that the server has numbered. */
const PENDING_SUBMESSAGES = 2 ** 52;

type AsEvent = { type: string; [field: string]: unknown };

/** Returns the state as it is to be shown: the same object where nothing is pending. */
export function shownState(state: ChatState, outbox: Outbox<ChatAction>): ChatState {
  const pending = outbox.filter(({ stage, body }) => stage !== 'refused' && body.kind !== 'send');
  if (pending.length === 0) return state;
  const shown = copyOf(state);
  for (const [index, action] of pending.entries()) {
    const { windows } = shown;
    // Only the server's event says from when on a channel is followed: what was fetched of it stands until then.
    if (action.body.kind === 'subscribe') shown.windows = new Map();
    for (const event of eventsOf(shown, action, index)) reducers[event.type]!(shown, event as never);
    shown.windows = windows;
  }
  return shown;
}

/** A copy of what the events of actions may change. */
function copyOf(state: ChatState): ChatState {
  return {
    ...state,
    fields: { ...state.fields },
    messages: new Map(state.messages),
    windows: new Map([...state.windows].map(([key, each]) => [key, { ...each }])),
    unread: new Map(state.unread),
    starred: new Set(state.starred),
    channels: new Map(state.channels),
    subscriptions: new Map(state.subscriptions),
    subscribers: new Map([...state.subscribers].map(([id, people]) => [id, people])),
    topicPolicies: new Map(state.topicPolicies),
    directConversations: state.directConversations && new Map(state.directConversations),
  };
}

/** @param index of the action among those that are pending */
function eventsOf(state: ChatState, action: Pending, index: number): AsEvent[] {
  const { body, madeAt } = action;
  switch (body.kind) {
    case 'send':
      return [];
    case 'edit': {
      const { messageId, content } = body;
      const flags = state.messages.get(messageId)?.flags ?? [];
      const texts = { content, rendered_content: plainHtml(content), edit_timestamp: Math.floor(madeAt / 1000) };
      return [{ type: 'update_message', message_id: messageId, message_ids: [messageId], flags, ...texts }];
    }
    case 'delete':
      return [{ type: 'delete_message', message_ids: [body.messageId] }];
    case 'react': {
      const { messageId, op, reaction } = body;
      return [{ type: 'reaction', op, message_id: messageId, user_id: state.ownUserId, ...reaction }];
    }
    case 'change widget': {
      // Its event may come before its answer, and a tick that counts twice is none.
      if (isSeen(state, action)) return [];
      const { messageId: message_id, content } = body;
      const submessage_id = PENDING_SUBMESSAGES + index;
      return [
        { type: 'submessage', message_id, submessage_id, sender_id: state.ownUserId, msg_type: 'widget', content },
      ];
    }
    case 'flag':
      return [flagEvent(state, body.op, body.flag, body.messageIds)];
    case 'unread from':
      return [flagEvent(state, 'remove', 'read', laterIn(state, body.conversation, body.messageId))];
    case 'move':
      return [moveEvent(state, body)];
    case 'subscribe':
      return subscribeEvents(state, body);
    case 'channel setting': {
      const { channelId, property, value } = body;
      const update = { type: 'subscription', op: 'update', stream_id: channelId };
      const older = property === 'is_muted' ? [{ ...update, property: 'in_home_view', value: !value }] : [];
      return [{ ...update, property, value }, ...older];
    }
    case 'topic policy': {
      const { channelId, topic, policy } = body;
      const last_updated = Math.floor(madeAt / 1000);
      return [{ type: 'user_topic', stream_id: channelId, topic_name: topic, last_updated, visibility_policy: policy }];
    }
    case 'mute person':
      return muteEvents(state, body, Math.floor(madeAt / 1000));
  }
}

/** Messages of whoever is muted are read with it; of those that were not fetched nobody here knows who wrote them. */
function muteEvents(
  state: ChatState,
  { userId, isMuted }: Extract<ChatAction, { kind: 'mute person' }>,
  timestamp: number,
): AsEvent[] {
  const others = ((state.fields.muted_users ?? []) as MutedUser[]).filter(({ id }) => id !== userId);
  if (!isMuted) return [{ type: 'muted_users', muted_users: others }];
  const theirs = [...state.unread.keys()].filter((id) => state.messages.get(id)?.sender_id === userId);
  return [
    { type: 'muted_users', muted_users: [...others, { id: userId, timestamp }] },
    flagEvent(state, 'add', 'read', theirs),
  ];
}

function flagEvent(
  state: ChatState,
  op: 'add' | 'remove',
  flag: 'read' | 'starred',
  messages: readonly number[],
): AsEvent {
  const known = messages.flatMap((id) => state.messages.get(id) ?? []);
  const message_details = Object.fromEntries(known.map((message) => [message.id, detailsOf(message)]));
  return { type: 'update_message_flags', op, flag, messages, all: false, message_details };
}

function detailsOf(message: Message): object {
  const place = conversationOfMessage(message);
  const mentioned = isMention(message.flags);
  if ('channelId' in place) return { type: 'stream', stream_id: place.channelId, topic: place.topic, mentioned };
  return { type: 'private', user_ids: place.userIds, mentioned };
}

/** Known messages of a conversation from one on. */
function laterIn(state: ChatState, conversation: Parameters<typeof conversationKey>[0], from: number): number[] {
  const key = conversationKey(conversation);
  const ids = [...state.messages.values()].filter(
    (message) => message.id >= from && conversationKey(conversationOfMessage(message)) === key,
  );
  return ids.map(({ id }) => id).sort((a, b) => a - b);
}

function moveEvent(state: ChatState, { messageId, from, to, mode }: Extract<ChatAction, { kind: 'move' }>): AsEvent {
  const first = mode === 'change_all' ? 0 : messageId;
  const message_ids = mode === 'change_one' ? [messageId] : laterIn(state, from, first);
  return {
    ...{
      type: 'update_message',
      message_id: messageId,
      message_ids,
      flags: state.messages.get(messageId)?.flags ?? [],
    },
    ...{ stream_id: from.channelId, orig_subject: from.topic },
    ...(to.topic !== from.topic && { subject: to.topic }),
    ...(to.channelId !== from.channelId && { new_stream_id: to.channelId }),
  };
}

function subscribeEvents(state: ChatState, body: Extract<ChatAction, { kind: 'subscribe' }>): AsEvent[] {
  const channel = state.channels.get(body.channelId);
  if (!channel) return [];
  const people = new Set(state.subscribers.get(body.channelId));
  state.subscribers.set(body.channelId, people);
  if (!body.isSubscribed) return [{ type: 'subscription', op: 'remove', subscriptions: [channel] }];
  const settings = { color: '#76ce90', is_muted: false, in_home_view: true, pin_to_top: false };
  const subscribers = [...people.add(state.ownUserId)];
  const counted = { ...channel, subscribers, subscriber_count: subscribers.length };
  return [{ type: 'subscription', op: 'add', subscriptions: [{ ...counted, ...settings }] }];
}

/** Written text as HTML that shows it as it is, until the server has rendered it. */
export function plainHtml(text: string): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<p>${escaped.replaceAll('\n', '<br>\n')}</p>`;
}

/** Whether the state shows what an action did: it is forgotten then. */
export function isSeen(state: ChatState, { id, body }: QueuedChatAction): boolean {
  switch (body.kind) {
    case 'send': {
      const messageId = body.messageId ?? [...state.localIds].find(([, localId]) => localId === id)?.[0];
      if (messageId === undefined || !state.messages.has(messageId)) return false;
      const known = state.windows.get(narrowKey(narrowOf(body.conversation)));
      return !known || known.ranges.length === 0 || known.ranges.some(({ ids }) => ids.includes(messageId));
    }
    case 'edit':
      return state.messages.get(body.messageId)?.content !== body.before;
    case 'delete':
      return !state.messages.has(body.messageId);
    case 'react': {
      const { emoji_code, reaction_type } = body.reaction;
      const isThere = state.messages
        .get(body.messageId)
        ?.reactions.some(
          (each) =>
            each.user_id === state.ownUserId && each.emoji_code === emoji_code && each.reaction_type === reaction_type,
        );
      return isThere === undefined || isThere === (body.op === 'add');
    }
    case 'change widget': {
      const message = state.messages.get(body.messageId);
      return !message || countOwnChanges(message, state.ownUserId, body.content) > body.earlier;
    }
    case 'flag':
      return body.messageIds.every((each) => hasFlag(state, each, body.flag) === (body.op === 'add'));
    case 'unread from':
      return state.unread.has(body.messageId);
    case 'move': {
      const message = state.messages.get(body.messageId);
      return !message || (message.stream_id === body.to.channelId && message.subject === body.to.topic);
    }
    case 'subscribe':
      return state.subscriptions.has(body.channelId) === body.isSubscribed;
    case 'channel setting': {
      const settings = state.subscriptions.get(body.channelId) as Record<string, unknown> | undefined;
      return !settings || settings[body.property] === body.value;
    }
    case 'topic policy': {
      const policy = state.topicPolicies.get(topicKey(body.channelId, body.topic))?.visibility_policy ?? 0;
      return policy === body.policy;
    }
    case 'mute person':
      return mutedUsers(state).has(body.userId) === body.isMuted;
  }
}

function hasFlag(state: ChatState, id: number, flag: 'read' | 'starred'): boolean {
  return flag === 'read' ? !state.unread.has(id) : state.starred.has(id);
}
