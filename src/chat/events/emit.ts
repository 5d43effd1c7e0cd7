import type { Tx } from '../../platform/db/tx.ts';
import type { NewEvent } from '../../platform/events/log.ts';
import type { ChatEventKind } from './kinds.ts';

/**
 * Audience of an event, as tags matched with a queue's reader: everyone, everyone but guests, administrators and
 * owners, one person, or the present subscribers of a channel.
 */
export type AudienceTag = 'organization' | 'members' | 'administrators' | `user:${number}` | `channel:${number}`;

/** A chat event: its wire form without `id`, as `clients.md` B.5 lists the fields. */
export interface ChatEvent {
  type: ChatEventKind;
  [field: string]: unknown;
}

/** An event of the chat API for the log. `state` as `NewEvent.state`: whether it changes facts by which requests are checked. */
export function chatEvent(
  organizationId: string,
  audience: readonly AudienceTag[],
  event: ChatEvent,
  options: { state: boolean },
): NewEvent {
  return { organizationId, part: 'chat', kind: event.type, audience, payload: event, state: options.state };
}

/** Appends a chat event to the log, with the transaction. */
export function emitChatEvent(tx: Tx, ...event: Parameters<typeof chatEvent>): void {
  tx.emit(chatEvent(...event));
}
