export interface DirectoryUser {
  id: number;
  fullName: string;
}

/** What the names in a text resolve to. The caller loads it between `findReferences` and `renderMessage`. */
export interface MentionDirectory {
  /** By lower-cased full name. */
  usersByName: ReadonlyMap<string, readonly DirectoryUser[]>;
  usersById: ReadonlyMap<number, DirectoryUser>;
  /** By lower-cased name. A group that is not mentionable resolves in silent mentions only. */
  groupsByName: ReadonlyMap<string, { id: number; name: string; mentionable: boolean }>;
  /** By exact and by lower-cased name; the exact key wins. */
  channelsByName: ReadonlyMap<string, { id: number; name: string }>;
}

/** Names as the directory's keys want them: user and group names lower-cased, channel names as typed. */
export interface References {
  userNames: string[];
  userIds: number[];
  groupNames: string[];
  channelNames: string[];
  hasAny: boolean;
}

export interface RenderOptions {
  /** The organization's own address; absolute links below it to uploads count as uploads. */
  realmUrl?: string;
}

export interface Rendered {
  html: string;
  isMeMessage: boolean;
  /** Users mentioned aloud: not silently, not from code, not from quotes. */
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  channelWildcard: boolean;
  topicWildcard: boolean;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** The part after `/user_uploads/`, percent-decoded, without query. */
  attachmentPaths: string[];
  /** Text content for full-text search: no tags, block texts separated by newlines. */
  plainText: string;
}
