import { ArchiveError, type ImportArchive } from './archive/archive.ts';

/** Bytes of one line. */
const MAX_LINE = 32 * 2 ** 20;
const LINE_END = 0x0a;

/**
 * Reads the lines of an archive's file, one at a time.
 * @param seen receives the bytes of the file
 * @throws {ArchiveError} when one is too long
 */
export function readLines(
  archive: ImportArchive,
  file: string,
  seen?: (bytes: Buffer) => void,
): AsyncGenerator<string> {
  return splitLines(archive.stream(file), file, seen);
}

/**
 * Reads lines, one at a time. A line ends at a line feed only: JSON may have U+2028 in it.
 * @param name of the file, for people
 * @param seen receives the bytes
 * @throws {ArchiveError} when one is too long
 */
export async function* splitLines(
  stream: AsyncIterable<Buffer>,
  name: string,
  seen: (bytes: Buffer) => void = () => {},
): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of stream) {
    seen(bytes);
    let from = 0;
    for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, from)) {
      parts.push(bytes.subarray(from, at));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      from = at + 1;
    }
    const rest = bytes.subarray(from);
    size += rest.length;
    if (size > MAX_LINE) throw new ArchiveError(`${name} has a line larger than ${MAX_LINE / 2 ** 20} MiB.`);
    if (rest.length > 0) parts.push(rest);
  }
  if (size > 0) yield Buffer.concat(parts).toString('utf8');
}
