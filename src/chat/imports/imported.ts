import type { Role } from '../http/caller.ts';

/** Things of an archive as an import writes them. IDs of the archive are texts (`sourceId`). */

export interface ImportedPerson {
  sourceId: string;
  fullName: string;
  /** Address of the account; without one of their own, an address that nobody can have. */
  email: string;
  /** Whether somebody can read mail there. */
  hasMailbox: boolean;
  role: Role;
  isBot: boolean;
  /** Whether they may be invited: an account that was in use. */
  isInvitable: boolean;
  /** IANA time zone; undefined: the organization's. */
  timezone: string | undefined;
  /** ISO 8601; undefined: the time of the import. */
  joinedAt: string | undefined;
}

export interface ImportedChannel {
  sourceId: string;
  name: string;
  description: string;
  isPrivate: boolean;
  isArchived: boolean;
  isDefault: boolean;
  creator: string | undefined;
  /** ISO 8601. */
  createdAt: string;
  /** People of the archive who are in it. */
  members: readonly string[];
}

export interface ImportedConversation {
  sourceId: string;
  /** The archive's people, whoever writes among them. */
  people: readonly string[];
}

/** A reaction as it is stored. */
export interface ImportedReaction {
  userId: number;
  emojiName: string;
  emojiCode: string;
  reactionType: string;
}

/** A message that is rendered and ready to be written. */
export interface ImportedMessage {
  id: number;
  /** ID in the archive, if another message refers to it. */
  sourceId: string | undefined;
  recipientId: number;
  /** Null: a direct message. */
  channelId: number | null;
  topic: string;
  senderId: number;
  content: string;
  renderedContent: string;
  plainText: string;
  /** ISO 8601, to the microsecond. */
  sentAt: string;
  /** ISO 8601. */
  editedAt: string | null;
  isMeMessage: boolean;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  mentionedUserIds: readonly number[];
  mentionsChannel: boolean;
  reactions: readonly ImportedReaction[];
  /** Uploads that it refers to. */
  attachmentIds: readonly number[];
}
