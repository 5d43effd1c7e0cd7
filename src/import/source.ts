import type { ImportedDirectory } from '../chat/imports/actions.ts';
import type { ImportReportRow } from '../platform/imports/import-run.ts';

/** Names and addresses that the things of an archive have here, for the texts of messages. */
export interface SourceNames {
  /** Markdown that mentions a person of the archive. */
  mention(personId: string): string | undefined;
  /** Markdown that links to a channel of the archive. */
  channel(channelId: string): string | undefined;
  /** Markdown that links to a message of the archive. */
  message(key: string): string | undefined;
  /** Address of a file of the archive that became an upload. */
  file(key: string): string | undefined;
}

/** A file of a message. */
export interface SourceFile {
  /** ID in the archive. */
  key: string;
  name: string;
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
  reactions: readonly { emoji: string; people: readonly string[] }[];
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
}
