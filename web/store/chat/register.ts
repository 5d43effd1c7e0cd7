import type { Channel, RegisterQueueAnswer, Subscription } from '../wire/chat.ts';
import { ascending, topicKey } from './conversation.ts';
import type { ChatState, SubscriptionSettings, Unread } from './state.ts';
import { markStale } from './windows/keep.ts';

/** The fields that are taken apart; `ChatState.fields` has the others as they are. */
const TAKEN_APART = [
  'queue_id',
  'last_event_id',
  'realm_users',
  'realm_non_active_users',
  'user_status',
  'realm_user_groups',
  'streams',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'realm_default_streams',
  'user_topics',
  'unread_msgs',
  'starred_messages',
  'recent_private_conversations',
  'drafts',
  'saved_snippets',
  'scheduled_messages',
  'reminders',
  'navigation_views',
] as const satisfies readonly (keyof RegisterQueueAnswer)[];

/**
 * The state from which events go on.
 * @param before the state of the queue that was lost: its messages are shown until they are fetched again
 */
export function registeredState(answer: RegisterQueueAnswer, before?: ChatState): ChatState {
  const state = initialState(answer);
  if (!before || before.ownUserId !== state.ownUserId) return state;
  const { messages, windows, viewCount, localIds } = before;
  Object.assign(state, { messages, windows, viewCount, localIds });
  markStale(state);
  return state;
}

function initialState(answer: RegisterQueueAnswer): ChatState {
  const taken: ReadonlySet<string> = new Set(TAKEN_APART);
  const ownUserId = answer.user_id ?? 0;
  const subscriptions = answer.subscriptions ?? [];
  const others = [...(answer.unsubscribed ?? []), ...(answer.never_subscribed ?? [])];
  return {
    lastEventId: answer.last_event_id,
    unknownEvents: 0,
    ownUserId,
    fields: Object.fromEntries(Object.entries(answer).filter(([name]) => !taken.has(name))),
    users: byId([...(answer.realm_users ?? []), ...(answer.realm_non_active_users ?? [])], 'user_id'),
    statuses: new Map(Object.entries(answer.user_status ?? {}).map(([id, status]) => [Number(id), status])),
    groups: byId(answer.realm_user_groups, 'id'),
    channels: new Map(
      [...[...subscriptions, ...others].map(channelOf), ...(answer.streams ?? []).map(channelOf)].map((channel) => [
        channel.stream_id,
        channel,
      ]),
    ),
    subscriptions: new Map(subscriptions.map((each) => [each.stream_id, settingsOf(each)])),
    subscribers: new Map(
      [...subscriptions, ...others].flatMap(({ stream_id, subscribers }) =>
        subscribers ? [[stream_id, new Set(subscribers)]] : [],
      ),
    ),
    defaultChannels: new Set(answer.realm_default_streams),
    topicPolicies: new Map((answer.user_topics ?? []).map((each) => [topicKey(each.stream_id, each.topic_name), each])),
    unread: unreadOf(answer.unread_msgs, ownUserId),
    starred: new Set(answer.starred_messages),
    directConversations:
      answer.recent_private_conversations &&
      new Map(
        answer.recent_private_conversations.map(({ user_ids, max_message_id }) => {
          const userIds = ascending(user_ids);
          return [userIds.join(','), { userIds, maxMessageId: max_message_id }];
        }),
      ),
    drafts: byId(answer.drafts, 'id'),
    savedSnippets: byId(answer.saved_snippets, 'id'),
    scheduledMessages: byId(answer.scheduled_messages, 'scheduled_message_id'),
    reminders: byId(answer.reminders, 'reminder_id'),
    navigationViews: byId(answer.navigation_views, 'fragment'),
    messages: new Map(),
    windows: new Map(),
    localIds: new Map(),
    viewCount: 0,
    recentEvents: [],
    forgottenEventId: answer.last_event_id,
  };
}

function byId<T, Key extends keyof T>(list: readonly T[] | undefined, key: Key): Map<T[Key], T> {
  return new Map((list ?? []).map((each) => [each[key], each]));
}

/** A channel without what is one person's, and without what `defaultChannels` says. */
export function channelOf(given: Channel | Subscription): Channel {
  const {
    color: _color,
    is_muted: _muted,
    in_home_view: _inHomeView,
    pin_to_top: _pinned,
    desktop_notifications: _desktop,
    audible_notifications: _audible,
    push_notifications: _push,
    email_notifications: _email,
    wildcard_mentions_notify: _wildcards,
    subscribers: _subscribers,
    partial_subscribers: _partial,
    is_default: _default,
    ...channel
  } = given as Subscription & Channel;
  return channel;
}

export function settingsOf(given: Subscription): SubscriptionSettings {
  return {
    color: given.color,
    is_muted: given.is_muted,
    in_home_view: given.in_home_view,
    pin_to_top: given.pin_to_top,
    desktop_notifications: given.desktop_notifications,
    audible_notifications: given.audible_notifications,
    push_notifications: given.push_notifications,
    email_notifications: given.email_notifications,
    wildcard_mentions_notify: given.wildcard_mentions_notify,
  };
}

function unreadOf(given: RegisterQueueAnswer['unread_msgs'], ownUserId: number): Map<number, Unread> {
  const unread = new Map<number, Unread>();
  if (!given) return unread;
  const mentions = new Set(given.mentions);
  const add = (ids: readonly number[], conversation: Omit<Unread, 'mentioned'>) => {
    for (const id of ids) unread.set(id, { ...conversation, mentioned: mentions.has(id) } as Unread);
  };
  for (const { stream_id, topic, unread_message_ids } of given.streams)
    add(unread_message_ids, { channelId: stream_id, topic });
  for (const { other_user_id, unread_message_ids } of given.pms)
    add(unread_message_ids, { userIds: ascending(new Set([other_user_id, ownUserId])) });
  for (const { user_ids_string, unread_message_ids } of given.huddles)
    add(unread_message_ids, { userIds: ascending(user_ids_string.split(',').map(Number)) });
  return unread;
}
