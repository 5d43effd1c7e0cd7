import type { Channel } from '../../wire/chat.ts';
import { channelOf } from '../register.ts';
import type { ChatState, Reducer } from '../state.ts';
import { forgetWindowsOf } from '../windows/keep.ts';
import { changesAccess } from '../windows/recent.ts';
import { forgetUnreadOf } from './subscription.ts';

/** A channel and what of it is another. Some changes bring what follows from them. */
interface Update {
  op: 'update';
  stream_id: number;
  property: string;
  value: unknown;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}

type Event = { op: 'create'; streams: Channel[] } | { op: 'delete'; stream_ids: number[] } | Update;

export const applyStream: Reducer<Event> = (state, event) => {
  if (event.op === 'create') for (const channel of event.streams) create(state, channel);
  else if (event.op === 'delete') for (const id of event.stream_ids) remove(state, id);
  else update(state, event);
};

function create(state: ChatState, channel: Channel): void {
  forgetWindowsOf(state, channel.stream_id);
  state.channels.set(channel.stream_id, channelOf(channel));
  // Who is there follows.
  if (!state.subscribers.has(channel.stream_id)) state.subscribers.set(channel.stream_id, new Set());
}

/** Archived, or no longer to be known of. */
function remove(state: ChatState, id: number): void {
  state.channels.delete(id);
  state.subscriptions.delete(id);
  state.subscribers.delete(id);
  forgetUnreadOf(state, id);
  forgetWindowsOf(state, id);
}

function update(state: ChatState, event: Update): void {
  const channel = state.channels.get(event.stream_id);
  if (!channel) return;
  const { property, value, rendered_description, history_public_to_subscribers, is_web_public } = event;
  const emitted = { [property]: value, rendered_description, history_public_to_subscribers, is_web_public };
  const changes = Object.fromEntries(Object.entries(emitted).filter(([, each]) => each !== undefined));
  state.channels.set(event.stream_id, { ...channel, ...changes });
  if (changesAccess({ type: 'stream', op: 'update', property })) forgetWindowsOf(state, event.stream_id);
  if (property === 'name') rename(state, event.stream_id, channel.name, value as string);
}

/** Messages show the name of their channel, and the older list of muted topics has nothing else of it. */
function rename(state: ChatState, id: number, from: string, to: string): void {
  for (const message of state.messages.values())
    if (message.stream_id === id) state.messages.set(message.id, { ...message, display_recipient: to });
  const muted = state.fields.muted_topics as [string, ...unknown[]][] | undefined;
  if (muted) state.fields.muted_topics = muted.map(([name, ...rest]) => [name === from ? to : name, ...rest]);
}
