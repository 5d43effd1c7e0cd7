import type { ReactionEmoji } from '../realm-emoji/emoji-of-reaction.ts';

/** A person as a message shows them. */
export interface MessagePerson {
  id: number;
  /** The real address; whether a reader may see it is decided when the message is presented. */
  email: string;
  fullName: string;
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators (spec: chat 4.2). */
  emailVisibility: number;
  isBot: boolean;
  avatarVersion: number;
  /** Undefined in what older versions logged. */
  hasAvatar?: boolean;
}

export interface Reaction extends ReactionEmoji {
  userId: number;
}

/** One item of a message's history, in the wire's own field names (spec: chat 2, edit_history). */
export type EditHistoryItem = { user_id: number | null; timestamp: number } & Partial<
  Record<'prev_content' | 'prev_rendered_content' | 'prev_topic' | 'topic', string> &
    Record<'prev_stream' | 'stream', number>
>;

/** Original place of a message that moved to another channel: who received and who read it depends on that place. */
export interface SentTo {
  channelId: number;
  recipientId: number;
  /** The head of the log when it moved last. */
  movedAtEventId: number;
}

/** All facts of a message that do not depend on who reads it: what the log carries and what a presenter needs. */
export interface Message {
  id: number;
  recipientId: number;
  /** Null for direct messages. */
  channelId: number | null;
  /** The channel's name when the facts were read; null for direct messages. */
  channelName: string | null;
  /** Empty for direct messages and for the empty topic. */
  topic: string;
  sender: MessagePerson;
  /** All people of a direct message, the sender among them, by ID; empty for channel messages. */
  people: MessagePerson[];
  client: string;
  content: string;
  renderedContent: string;
  /** UNIX seconds, as are the other times. */
  timestamp: number;
  isMeMessage: boolean;
  /** Whether the sender has it read from the start. */
  readBySender: boolean;
  reactions: Reaction[];
  submessages: { id: number; msg_type: string; content: string; message_id: number; sender_id: number }[];
  /** Newest first; empty: absent on the wire. */
  editHistory: EditHistoryItem[];
  lastEditTimestamp: number | null;
  lastMovedTimestamp: number | null;
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  channelWildcard: boolean;
  topicWildcard: boolean;
  /** Undefined or null: it stands where it was sent. */
  sent?: SentTo | null;
}

/** The conversation by whose read marks people have read the message. */
export function markedIn({ recipientId, sent }: Pick<Message, 'recipientId' | 'sent'>): number {
  return sent?.recipientId ?? recipientId;
}

/**
 * Payload of the log's event `message` (part `chat`, audience `channel:ID` or each person's `user:ID`): facts, not wire
 * form, since that depends on who reads. `presentMessage` and `mentionBitsAtSend` make the wire's `message` and `flags` of it.
 */
export interface MessageSent {
  type: 'message';
  message: Message;
  /** The sender's own mark: sent as `local_message_id` to the queue it names, and to no other. */
  local: { queueId: string; localId: string } | null;
  /** For a topic wildcard: who takes part in the topic; otherwise empty. */
  topicParticipantIds: number[];
  /** People whose alert words are in the text. */
  alertedUserIds: number[];
  /** People who have muted its sender: it is read when it comes to them. Undefined: nobody. */
  mutedByUserIds?: number[];
}
