/** The archive cannot be imported; the message says which file of it is why. */
export class ArchiveError extends Error {
  readonly expected = true;
}

/** Files of an archive, packed or not. Paths have slashes, and lead nowhere but into it. */
export interface ImportArchive extends AsyncDisposable {
  /** All files, in the order of their paths. */
  readonly files: readonly string[];
  /**
   * Reads a file.
   * @throws {ArchiveError} when it has more than `limit` bytes, or cannot be read
   */
  read(file: string, limit: number): Promise<Buffer>;
  /**
   * Reads a file a piece at a time.
   * @throws {ArchiveError} when it cannot be read
   */
  stream(file: string): AsyncIterable<Buffer>;
  /** Returns the size of a file in bytes. */
  sizeOf(file: string): Promise<number>;
}

/** JSON packs to about a tenth. An archive that unpacks to much more than this does it to fill memory or time. */
const MAX_RATIO = 500;
/** Below this, what an archive unpacks to is no matter. */
const SMALL_BYTES = 256 * 2 ** 20;

/**
 * Holds what an archive unpacks to, in bytes, against its own size.
 * @throws {ArchiveError} when it is too much
 */
export function checkUnpacked(unpacked: number, size: number): void {
  if (unpacked > Math.max(SMALL_BYTES, size * MAX_RATIO))
    throw new ArchiveError(`The archive would unpack to ${Math.round(unpacked / 2 ** 20)} MiB, more than it can hold.`);
}

export const tooLarge = (name: string, limit: number) =>
  new ArchiveError(`${shown(name)} is larger than ${Math.round(limit / 2 ** 20)} MiB.`);

/** The name of a file as a sentence shows it. */
export const shown = (name: string) => JSON.stringify(name.slice(0, 200));

/** Files of one archive. A folder for each channel and a file for each day are 365,000 in ten years of 100 channels. */
export const MAX_FILES = 2_000_000;

export const tooManyFiles = (limit: number) => new ArchiveError(`The archive has more than ${limit} files.`);

/**
 * The same archive from a folder on, where all of its files lie in one.
 * @param marker a file that lies at the top of such an archive
 */
export function fromTop(archive: ImportArchive, marker: string): ImportArchive {
  if (archive.files.includes(marker)) return archive;
  const below = archive.files.find((file) => file.endsWith(`/${marker}`) && file.split('/').length === 2);
  if (below === undefined) return archive;
  const top = below.slice(0, -marker.length);
  return {
    files: archive.files.filter((file) => file.startsWith(top)).map((file) => file.slice(top.length)),
    read: (file, limit) => archive.read(top + file, limit),
    stream: (file) => archive.stream(top + file),
    sizeOf: (file) => archive.sizeOf(top + file),
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  };
}
