/** The part of kept messages that an event makes outdated. */
export interface Touched {
  /** IDs of messages that are shown differently from now on. */
  messages?: readonly number[];
  /** Whether it changes a name that any message of the organization may show. */
  names?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind reads its own fields
type Payload = any;

interface EventKind {
  touches(payload: Payload): Touched;
}

const touchesNothing: EventKind = { touches: () => ({}) };

/** The changes of an account that its messages show: the sender's name, address and picture. */
const SENDER_FIELDS = ['full_name', 'new_email', 'delivery_email', 'avatar_url'];

/**
 * Every kind of event that is emitted, with what it touches. Caches of messages read this; a new kind is declared here,
 * and nothing else needs to know of it. Fields as `clients.md` B.5 lists them.
 */
export const eventKinds = {
  alert_words: touchesNothing,
  default_streams: touchesNothing,
  delete_message: { touches: ({ message_ids }) => ({ messages: message_ids }) },
  // A new message is in no cache.
  message: touchesNothing,
  muted_topics: touchesNothing,
  reaction: { touches: ({ message_id }) => ({ messages: [message_id] }) },
  realm_user: {
    touches: ({ op, person }) => ({ names: op === 'update' && SENDER_FIELDS.some((field) => field in person) }),
  },
  realm_user_settings_defaults: touchesNothing,
  stream: { touches: ({ op, property }) => ({ names: op === 'update' && property === 'name' }) },
  subscription: touchesNothing,
  update_message: { touches: ({ message_ids }) => ({ messages: message_ids }) },
  // A mark is its reader's alone, but for one: a message marked unread is no longer read by its sender from the start.
  update_message_flags: {
    touches: ({ op, flag, messages }) => (op === 'remove' && flag === 'read' ? { messages } : {}),
  },
  user_group: touchesNothing,
  user_settings: touchesNothing,
  user_topic: touchesNothing,
} as const satisfies Record<string, EventKind>;

export type ChatEventKind = keyof typeof eventKinds;

/** What an event of the log touches; nothing for those of other parts. */
export function touchedBy({ part, kind, payload }: { part: string; kind: string; payload: unknown }): Touched {
  if (part !== 'chat' || !Object.hasOwn(eventKinds, kind)) return {};
  return eventKinds[kind as ChatEventKind].touches(payload as Payload);
}
