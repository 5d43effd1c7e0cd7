import type { Subscription } from '../../wire/chat.ts';
import { channelOf, settingsOf } from '../register.ts';
import type { ChatState, Reducer } from '../state.ts';
import { endWindowsOf, forgetWindowsOf, reopenWindowsOf } from '../windows/keep.ts';

type Event =
  | { op: 'add'; subscriptions: Subscription[] }
  | { op: 'remove'; subscriptions: { stream_id: number }[] }
  | { op: 'update'; stream_id: number; property: string; value: unknown }
  | { op: 'peer_add' | 'peer_remove'; stream_ids: number[]; user_ids: number[] };

export const applySubscription: Reducer<Event> = (state, event) => {
  switch (event.op) {
    case 'add':
      for (const subscription of event.subscriptions) add(state, subscription);
      return;
    case 'remove':
      for (const { stream_id } of event.subscriptions) remove(state, stream_id);
      return;
    case 'update': {
      const settings = state.subscriptions.get(event.stream_id);
      if (settings) state.subscriptions.set(event.stream_id, { ...settings, [event.property]: event.value });
      return;
    }
    default:
      for (const id of event.stream_ids) changePeers(state, id, event.op, event.user_ids);
  }
};

function add(state: ChatState, subscription: Subscription): void {
  const id = subscription.stream_id;
  // Who comes to a private channel may read what was hidden.
  if (isOpen(state, id)) reopenWindowsOf(state, id);
  else forgetWindowsOf(state, id);
  state.channels.set(id, channelOf(subscription));
  state.subscriptions.set(id, settingsOf(subscription));
  if (subscription.subscribers) state.subscribers.set(id, new Set(subscription.subscribers));
}

function remove(state: ChatState, id: number): void {
  state.subscriptions.delete(id);
  if (isOpen(state, id)) endWindowsOf(state, id);
  else forgetWindowsOf(state, id);
  changePeers(state, id, 'peer_remove', [state.ownUserId]);
  forgetUnreadOf(state, id);
}

/** Whether the person may read a channel without being subscribed to it. */
function isOpen(state: ChatState, channelId: number): boolean {
  const channel = state.channels.get(channelId);
  if (!channel) return false;
  return channel.is_web_public || (!channel.invite_only && !state.users.get(state.ownUserId)?.is_guest);
}

/** Only what came in a present subscription can be unread. */
export function forgetUnreadOf(state: ChatState, channelId: number): void {
  for (const [id, unread] of state.unread)
    if ('channelId' in unread && unread.channelId === channelId) state.unread.delete(id);
}

function changePeers(state: ChatState, id: number, op: 'peer_add' | 'peer_remove', userIds: readonly number[]): void {
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
}
