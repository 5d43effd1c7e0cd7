import type { ChannelPermission } from '../channels/permissions.ts';
import type { Role } from '../http/caller.ts';
import type { FieldType } from '../profile-fields/profile-field.ts';
import type { EditHistoryItem } from '../reading/message.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import type { UserGroupPermission } from '../user-groups/permissions.ts';

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
  /** Their own settings of it, by person. */
  memberSettings?: ReadonlyMap<string, ImportedMemberSettings>;
  /**
   * False: members see what came while they were in it. Until the end of the import nobody has received anything
   * (`ImportedReceipts`).
   */
  isHistoryPublic?: boolean;
  isWebPublic?: boolean;
  topicsPolicy?: string;
  /** Holders of its permissions; the others have their defaults. */
  permissions?: Partial<Record<ChannelPermission, ImportedHolder>>;
}

/** A person's settings of a channel. */
export interface ImportedMemberSettings {
  /** Undefined: the channel's own. */
  color: string | undefined;
  isMuted: boolean;
  pinToTop: boolean;
  /** Null: as the person's general setting has it. */
  notifications: Readonly<Record<(typeof NOTIFICATIONS)[number], boolean | null>>;
}

/** Notifications that people set for a channel. */
export const NOTIFICATIONS = ['desktop', 'audible', 'push', 'email', 'wildcard_mentions'] as const;

/** Holder of a permission: a group of the archive, one that every organization has, or people and groups. */
export type ImportedHolder =
  | { group: string }
  | { systemGroup: SystemGroupName }
  | { people: readonly string[]; groups: readonly (string | { systemGroup: SystemGroupName })[] };

export interface ImportedGroup {
  sourceId: string;
  name: string;
  description: string;
  isDeactivated: boolean;
  creator: string | undefined;
  /** ISO 8601. */
  createdAt: string | undefined;
  members: readonly string[];
  /** Groups of the archive, or of every organization, that it holds. */
  subgroups: readonly (string | { systemGroup: SystemGroupName })[];
  permissions: Partial<Record<UserGroupPermission, ImportedHolder>>;
}

/** A custom profile field with its values. */
export interface ImportedField {
  name: string;
  hint: string;
  type: FieldType;
  fieldData: Record<string, unknown>;
  inSummary: boolean;
  required: boolean;
  editableByUser: boolean;
  /** Texts, or lists of people. */
  values: readonly { person: string; value: string | readonly string[] }[];
}

/** A person's policy for a topic. */
export interface ImportedTopicPolicy {
  person: string;
  channel: string;
  topic: string;
  policy: 1 | 2 | 3;
  /** ISO 8601. */
  at: string;
}

export interface ImportedDraft {
  person: string;
  place: { channel: string; topic: string } | { people: readonly string[] } | undefined;
  content: string;
  /** ISO 8601. */
  editedAt: string;
}

/** Messages that a person has received of a channel whose history is not public. */
export interface ImportedReceipts {
  channel: string;
  person: string;
  /** First and last messages that they received in a row. */
  runs: readonly { from: string; to: string }[];
  /** Whether the last run reaches the channel's last message: they receive what follows too. */
  goesOn: boolean;
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
  mentionedGroupIds: readonly number[];
  /** 1 channel, 2 topic, 3 both. */
  wildcard: number;
  /** Newest first. */
  editHistory: readonly EditHistoryItem[];
  /** ISO 8601. */
  movedAt: string | null;
  /** People's flags beside `read` and the mentions that follow from the text, as `flagBits`. */
  flags: readonly { userId: number; bits: number }[];
  /** People who have not read it. */
  unreadUserIds: readonly number[];
  /** The conversation's message before it, in this import; 0: there is none. */
  previousId: number;
  reactions: readonly ImportedReaction[];
  /** Uploads that it refers to. */
  attachmentIds: readonly number[];
}
