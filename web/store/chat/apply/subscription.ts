import type { Subscription } from '../../wire/chat.ts';
import { conversationKey } from '../conversation.ts';
import { channelOf, settingsOf } from '../register.ts';
import type { ChatState, Reducer, Touched } from '../state.ts';
import { endWindowsOf, forgetWindowsOf, reopenWindowsOf } from '../windows/keep.ts';

type Event =
  | { op: 'add'; subscriptions: Subscription[] }
  | { op: 'remove'; subscriptions: { stream_id: number }[] }
  | { op: 'update'; stream_id: number; property: string; value: unknown }
  | { op: 'peer_add' | 'peer_remove'; stream_ids: number[]; user_ids: number[] };

export const applySubscription: Reducer<Event> = (state, event, touched) => {
  switch (event.op) {
    case 'add':
      for (const subscription of event.subscriptions) add(state, subscription, touched);
      return;
    case 'remove':
      for (const { stream_id } of event.subscriptions) remove(state, stream_id, touched);
      return;
    case 'update': {
      const settings = state.subscriptions.get(event.stream_id);
      if (settings) state.subscriptions.set(event.stream_id, { ...settings, [event.property]: event.value });
      touched.add(`channel ${event.stream_id}`);
      return;
    }
    default:
      for (const id of event.stream_ids) changePeers(state, id, event.op, event.user_ids, touched);
  }
};

function add(state: ChatState, subscription: Subscription, touched: Touched): void {
  const id = subscription.stream_id;
  // Who comes to a private channel may read what was hidden.
  if (isOpen(state, id)) reopenWindowsOf(state, id, touched);
  else forgetWindowsOf(state, id, touched);
  state.channels.set(id, channelOf(subscription));
  state.subscriptions.set(id, settingsOf(subscription));
  if (subscription.subscribers) state.subscribers.set(id, new Set(subscription.subscribers));
  touched.add(`channel ${id}`);
}

function remove(state: ChatState, id: number, touched: Touched): void {
  state.subscriptions.delete(id);
  if (isOpen(state, id)) endWindowsOf(state, id, touched);
  else forgetWindowsOf(state, id, touched);
  changePeers(state, id, 'peer_remove', [state.ownUserId], touched);
  forgetUnreadOf(state, id, touched);
}

/** Whether the person may read a channel without being subscribed to it. */
function isOpen(state: ChatState, channelId: number): boolean {
  const channel = state.channels.get(channelId);
  if (!channel) return false;
  return channel.is_web_public || (!channel.invite_only && !state.users.get(state.ownUserId)?.is_guest);
}

/** Only what came in a present subscription can be unread. */
export function forgetUnreadOf(state: ChatState, channelId: number, touched: Touched): void {
  for (const [id, unread] of state.unread) {
    if (!('channelId' in unread) || unread.channelId !== channelId) continue;
    state.unread.delete(id);
    touched.add(conversationKey(unread));
  }
}

function changePeers(
  state: ChatState,
  id: number,
  op: 'peer_add' | 'peer_remove',
  userIds: readonly number[],
  touched: Touched,
): void {
  const channel = state.channels.get(id);
  if (!channel) return;
  const present = state.subscribers.get(id);
  if (present) {
    for (const userId of userIds) {
      if (op === 'peer_add') present.add(userId);
      else present.delete(userId);
    }
  }
  const difference = op === 'peer_add' ? userIds.length : -userIds.length;
  const subscriber_count = present?.size ?? channel.subscriber_count + difference;
  state.channels.set(id, { ...channel, subscriber_count });
  touched.add(`channel ${id}`);
}
