import { ERASURE_EVENT } from '../../platform/erasure/erasure-event.ts';

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
  /** Peers of an event: the people who joined or left. */
  joinedOrLeft?(payload: Payload): readonly number[];
  touches(payload: Payload): Touched;
}

const touchesNothing: EventKind = { touches: () => ({}) };

/** The changes of an account that its messages show: the sender's name, address and picture. */
const SENDER_FIELDS = ['full_name', 'new_email', 'delivery_email', 'avatar_url'];

/**
 * Every kind of event that clients know, with what it touches. Caches of messages read this; nothing else needs to know
 * of a new kind. Fields as `clients.md` B.5 lists them.
 */
const eventKinds = {
  alert_words: touchesNothing,
  attachment: touchesNothing,
  channel_folder: touchesNothing,
  custom_profile_fields: touchesNothing,
  default_stream_groups: touchesNothing,
  default_streams: touchesNothing,
  delete_message: { touches: ({ message_ids }) => ({ messages: message_ids }) },
  device: touchesNothing,
  drafts: touchesNothing,
  invites_changed: touchesNothing,
  // A new message is in no cache.
  message: touchesNothing,
  muted_topics: touchesNothing,
  muted_users: touchesNothing,
  navigation_view: touchesNothing,
  onboarding_steps: touchesNothing,
  presence: touchesNothing,
  push_device: touchesNothing,
  reaction: { touches: ({ message_id }) => ({ messages: [message_id] }) },
  // The name of empty topics and the rule about histories stand in messages.
  realm: { touches: () => ({ names: true }) },
  realm_bot: touchesNothing,
  realm_domains: touchesNothing,
  realm_emoji: touchesNothing,
  realm_export: touchesNothing,
  realm_export_consent: touchesNothing,
  // They find links in the topics that messages show.
  realm_linkifiers: { touches: () => ({ names: true }) },
  realm_playgrounds: touchesNothing,
  realm_user: {
    touches: ({ op, person }) => ({ names: op === 'update' && SENDER_FIELDS.some((field) => field in person) }),
  },
  realm_user_settings_defaults: touchesNothing,
  reminders: touchesNothing,
  restart: touchesNothing,
  saved_snippets: touchesNothing,
  scheduled_messages: touchesNothing,
  stream: { touches: ({ op, property }) => ({ names: op === 'update' && property === 'name' }) },
  submessage: { touches: ({ message_id }) => ({ messages: [message_id] }) },
  subscription: {
    touches: () => ({}),
    joinedOrLeft: ({ op, user_ids }) => (op === 'peer_add' || op === 'peer_remove' ? user_ids : []),
  },
  typing: touchesNothing,
  typing_edit_message: touchesNothing,
  update_message: { touches: ({ message_ids }) => ({ messages: message_ids }) },
  // A mark is its reader's alone, but for one: a message marked unread is no longer read by its sender from the start.
  update_message_flags: {
    touches: ({ op, flag, messages }) => (op === 'remove' && flag === 'read' ? { messages } : {}),
  },
  user_group: touchesNothing,
  user_settings: touchesNothing,
  user_status: touchesNothing,
  user_topic: touchesNothing,
  web_reload_client: touchesNothing,
} as const satisfies Record<string, EventKind>;

export type ChatEventKind = keyof typeof eventKinds;
export const chatEventKinds = Object.keys(eventKinds) as ChatEventKind[];

/** The people who joined or left by an event that is for their peers; they have events of their own. */
export function joinedOrLeft({
  part,
  kind,
  payload,
}: {
  part: string;
  kind: string;
  payload: unknown;
}): readonly number[] {
  const declared: EventKind | undefined = part === 'chat' ? eventKinds[kind as ChatEventKind] : undefined;
  return declared?.joinedOrLeft?.(payload) ?? [];
}

/** Returns the objects that a log event touches; nothing for events of other parts. */
export function touchedBy({ part, kind, payload }: { part: string; kind: string; payload: unknown }): Touched {
  if (part === 'platform' && kind === ERASURE_EVENT) return { names: true };
  if (part !== 'chat' || !Object.hasOwn(eventKinds, kind)) return {};
  return eventKinds[kind as ChatEventKind].touches(payload as Payload);
}
