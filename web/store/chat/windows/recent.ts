import type { ChatEvent, ChatState } from '../state.ts';

/** Events that change which messages a narrow holds, or what they say. */
const MESSAGE_EVENTS: ReadonlySet<string> = new Set([
  ...['message', 'update_message', 'delete_message', 'update_message_flags', 'reaction', 'submessage'],
]);
/** Properties of a channel that decide who may read which messages. */
const OF_READING: ReadonlySet<unknown> = new Set(['invite_only', 'history_public_to_subscribers', 'is_web_public']);

/** Whether a person may read other messages of a channel after an event. */
export function changesAccess({ type, op, property }: Pick<ChatEvent, 'type'> & { op?: unknown; property?: unknown }) {
  if (type === 'subscription') return op === 'add' || op === 'remove';
  return type === 'stream' && (op !== 'update' || OF_READING.has(property));
}

/** Events that are kept at least. */
const MAX_RECENT = 1000;

/** Keeps an event about messages for answers that were asked for before it. */
export function remember(state: ChatState, event: ChatEvent): void {
  if (!MESSAGE_EVENTS.has(event.type) && !changesAccess(event)) return;
  state.recentEvents.push(event);
  if (state.recentEvents.length <= 2 * MAX_RECENT) return;
  state.forgottenEventId = state.recentEvents.at(-MAX_RECENT - 1)!.id;
  state.recentEvents = state.recentEvents.slice(-MAX_RECENT);
}
