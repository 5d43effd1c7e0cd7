import type { ImportedDirectory } from '../chat/imports/actions.ts';
import type { ImportedReceipts } from '../chat/imports/imported.ts';
import type { ImportReportRow } from '../platform/imports/import-run.ts';

/** Names and addresses that the things of an archive have here, for the texts of messages. */
export interface SourceNames {
  /** Markdown that mentions a person of the archive. */
  mention(personId: string): string | undefined;
  /** Markdown that links to a channel of the archive. */
  channel(channelId: string): string | undefined;
  /**
   * Markdown that links to a message of the archive, with its channel and topic. Those of a private channel stay there: texts
   * elsewhere may not tell where a message was moved.
   * @param named the channel of the archive that the text itself names; undefined: the one in which it stands
   */
  message(key: string, named?: string): string | undefined;
  /** Address of a file of the archive that became an upload. */
  file(key: string): string | undefined;
  /** Numbers that people, channels and messages of the archive have here. */
  numberOf(kind: 'person' | 'channel' | 'message', id: string): number | undefined;
  /** Address of the organization, without a slash at the end. */
  organizationUrl: string;
}

/** A file of a message. */
export interface SourceFile {
  /** ID in the archive. */
  key: string;
  name: string;
  /** Person who uploaded it; undefined: the sender of the message. */
  owner?: string;
  /**
   * Returns its bytes; undefined if they cannot be had.
   * @throws {ArchiveError} when they may be had later
   */
  fetch(): Promise<Buffer | undefined>;
}

/** A message of an archive, in the order of time. */
export interface SourceMessage {
  /** ID in the archive, of one message alone. */
  key: string;
  place: { channel: string; topic: string } | { conversation: string };
  sender: string;
  /** ISO 8601, to the microsecond. */
  sentAt: string;
  editedAt: string | null;
  /** Files that become uploads if their bytes can be had. */
  files: readonly SourceFile[];
  /** Characters of the text, about. */
  size: number;
  /** Returns the text as Markdown. */
  content(names: SourceNames): string;
  /** By the names of emoji, or by the IDs of the organization's own. */
  reactions: readonly ({ people: readonly string[] } & ({ emoji: string } | { ownEmoji: string }))[];
  /** Earlier texts and places, the newest first. */
  history?: readonly SourceEdit[];
  /** ISO 8601; the time of the last move to another topic or channel. */
  movedAt?: string | null;
  /** People's flags, as `flagBits`. */
  flags?: readonly { person: string; bits: number }[];
  /** People who have not read it. */
  unread?: readonly string[];
}

/** A change of a message. */
export interface SourceEdit {
  /** Undefined: it is not known, or no longer there. */
  person: string | undefined;
  /** UNIX seconds. */
  at: number;
  /** Returns the earlier text as Markdown. */
  before?: (names: SourceNames) => string;
  /** Topics before and after. */
  topics?: readonly [before: string, after: string];
  /** Channels before and after. */
  channels?: readonly [before: string, after: string];
}

/** A picture of the archive. */
export interface SourcePicture {
  /** ID in the archive, of the emoji or the person. */
  key: string;
  /** Returns its bytes; undefined if it is too large. */
  fetch(): Promise<Buffer | undefined>;
}

/** An emoji of the organization's own. */
export interface SourceEmoji extends SourcePicture {
  name: string;
  author: string | undefined;
  isDeactivated: boolean;
}

/** Content of one archive: it is read as often as it is asked for, and always gives the same. */
export interface ImportSource {
  /** The program that it comes from. */
  name: string;
  /** SHA-256 of what it holds. */
  digest: string;
  directory: ImportedDirectory;
  /** Number of messages. */
  total: number;
  /** Keys of messages that others link to. */
  linked: ReadonlySet<string>;
  /** Number of files that come as links whatever happens: nothing fetches them. */
  linkedFiles: number;
  report: readonly ImportReportRow[];
  /** Messages in the order of time, from the one after so many on. */
  messages(from: number): AsyncIterable<SourceMessage>;
  /** Emoji come before the messages that have them. */
  emoji?: readonly SourceEmoji[];
  avatars?: readonly SourcePicture[];
  /** Messages that people have received of channels whose history is not public; known once all of it was read. */
  receipts?: readonly ImportedReceipts[];
}
