import type { UploadPreview } from './write-preview.ts';

export interface DirectoryUser {
  id: number;
  fullName: string;
  /** Whether it is nobody who reads here, but stands for one who writes from elsewhere. */
  isStandIn?: boolean;
}

/** Resolved names of a text. The caller loads them between `findReferences` and `renderMessage`. */
export interface MentionDirectory {
  /** By lower-cased full name. */
  usersByName: ReadonlyMap<string, readonly DirectoryUser[]>;
  usersById: ReadonlyMap<number, DirectoryUser>;
  /** By lower-cased name. Of a group that is not mentionable every mention is silent, and one aloud is told as refused. */
  groupsByName: ReadonlyMap<string, { id: number; name: string; mentionable: boolean }>;
  /** By exact and by lower-cased name; the exact key wins. */
  channelsByName: ReadonlyMap<string, { id: number; name: string }>;
  /** The newest message of each topic that the author sees, by `topicKey`. */
  topicMessages: ReadonlyMap<string, number>;
}

/** Names as the directory's keys want them: user and group names lower-cased, channel names as typed. */
export interface References {
  userNames: string[];
  userIds: number[];
  groupNames: string[];
  channelNames: string[];
  /** Topics that are linked to: each of a channel as it was typed, which is among `channelNames`. */
  topics: { channel: string; topic: string }[];
  hasAny: boolean;
}

/** Steps that all linkifiers together may still take. They are counted, not timed: a text always becomes the same. */
export interface Steps {
  left: number;
}

/** A rule of the organization that makes links of what its pattern finds in a text. */
export interface Linkifier {
  /**
   * Returns the addresses in a text from left to right, with their targets that `isSafeHref` allows. It finds nothing
   * more when no steps are left.
   */
  find(text: string, steps: Steps): { start: number; end: number; href: string }[];
}

export interface RenderOptions {
  /** The organization's own address; absolute links below it to uploads and narrows become relative. */
  realmUrl?: string;
  /** In the order in which they are tried. */
  linkifiers?: readonly Linkifier[];
  /** Addresses of the pictures of the organization's emoji that are in use, by name. */
  customEmoji?: ReadonlyMap<string, string>;
  /** Uploads that the author may show, by path. Undefined: nothing is known of any. */
  uploads?: ReadonlyMap<string, UploadPreview>;
  /**
   * Returns the address at which this server shows an external picture; undefined if it stays a link. Without this
   * function all do.
   */
  pictureAddress?: (url: string) => string | undefined;
  /** Whether pictures and videos that are linked to are shown below; they are unless it says no. */
  previewsPictures?: boolean;
  /** The language of fenced code that says none. */
  defaultCodeLanguage?: string;
  /** Whether links to pages elsewhere are gathered, for previews. */
  findsSites?: boolean;
  /** Whether `:)` becomes an emoji: a setting of the author. */
  translateEmoticons?: boolean;
}

export interface Rendered {
  html: string;
  isMeMessage: boolean;
  /** Users mentioned aloud: not silently, not from code, not from quotes. */
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  /** Names of the groups that the author mentioned aloud and may not mention so. */
  refusedGroups: string[];
  channelWildcard: boolean;
  topicWildcard: boolean;
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** The part after `/user_uploads/`, percent-decoded, without query. */
  attachmentPaths: string[];
  /** Pages elsewhere that are linked to and have no preview of their own; none unless they are asked for. */
  sites: string[];
  /** Text content for full-text search: no tags, block texts separated by newlines. */
  plainText: string;
}

/** The key of a topic in `MentionDirectory.topicMessages`. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId} ${topic.toLowerCase()}`;
}
