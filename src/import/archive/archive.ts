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
}

/** Files of one archive. A folder for each channel and a file for each day are 365,000 in ten years of 100 channels. */
export const MAX_FILES = 2_000_000;

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
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  };
}
