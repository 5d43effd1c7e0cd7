import type {
  Channel,
  Draft,
  Message,
  NavigationView,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
  Subscription,
  User,
  UserGroup,
  UserStatus,
} from '../wire/chat.ts';
import type { Conversation } from './conversation.ts';
import type { MessageWindow } from './windows/message-windows.ts';

/** A person's own settings for a channel: a subscription without what it has in common with the channel. */
export type SubscriptionSettings = Omit<Subscription, keyof Channel | 'subscribers' | 'partial_subscribers'>;

export type Unread = Conversation & { mentioned: boolean };

export interface TopicPolicy {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}

export interface DirectConversation {
  /** The others, ascending. */
  userIds: readonly number[];
  /** Null: the newest was deleted, and which one is the newest now is not known. */
  maxMessageId: number | null;
}

/**
 * A client's state of an organization: plain maps, initialized by `POST /register` (`register.ts`) and changed by
 * events (`apply/`). It contains nothing computed for the screen.
 */
export interface ChatState {
  /** ID of the newest event that is applied. */
  lastEventId: number;
  /** Events of types that this store does not know. */
  unknownEvents: number;
  ownUserId: number;
  /** Fields of the registration that are kept as they came: facts of the realm, settings, and whole lists. */
  fields: Record<string, unknown>;
  users: Map<number, User>;
  statuses: Map<number, UserStatus>;
  groups: Map<number, UserGroup>;
  /** Every channel that the person may know of; archived ones for a client that asks for them. */
  channels: Map<number, Channel>;
  /** By channel. */
  subscriptions: Map<number, SubscriptionSettings>;
  /** By channel; none for channels whose subscribers were not told. */
  subscribers: Map<number, Set<number>>;
  defaultChannels: Set<number>;
  /** By `topicKey`. */
  topicPolicies: Map<string, TopicPolicy>;
  /** By message. */
  unread: Map<number, Unread>;
  starred: Set<number>;
  /** By `userIds`, joined; undefined for a client that did not ask for them. */
  directConversations: Map<string, DirectConversation> | undefined;
  drafts: Map<number, Draft>;
  savedSnippets: Map<number, SavedSnippet>;
  scheduledMessages: Map<number, ScheduledMessage>;
  reminders: Map<number, Reminder>;
  /** By fragment. */
  navigationViews: Map<string, NavigationView>;
  /** Messages that events brought, and those that were fetched, as they are now. */
  messages: Map<number, Message>;
  /** Known lists of messages, by `narrowKey` (`windows/`). */
  windows: Map<string, MessageWindow>;
  /** IDs that this page gave to messages that it sent. */
  localIds: Map<number, string>;
  /** Number of looks at a window. */
  viewCount: number;
  /** The newest events about messages, in order: they are applied to answers that were on their way meanwhile. */
  recentEvents: ChatEvent[];
  /** ID of the newest event about messages that is not in `recentEvents` any more. */
  forgottenEventId: number;
}

/** An event as the queue gives it. */
export interface ChatEvent {
  id: number;
  type: string;
  [field: string]: unknown;
}

/** Changes the state by one event. */
export type Reducer<Event> = (state: ChatState, event: Event) => void;
