import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UnknownFormatError } from './point-files.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;

interface Entry {
  name: string;
  method: number;
  packedLength: number;
  length: number;
  at: number;
}

/**
 * The largest file of a zip archive, whose others say what it is. Archives of more than 4 GB (zip64) are not read.
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 * @throws {UnknownFormatError} when it is no such archive
 */
export function openLargestEntry(archive: Buffer): { name: string; input: Readable } {
  try {
    const [entry] = readDirectory(archive).toSorted((a, b) => b.length - a.length);
    if (!entry || (entry.method !== 0 && entry.method !== 8)) throw new RangeError('nothing that could be unpacked');
    const nameLength = archive.readUInt16LE(entry.at + 26);
    const start = entry.at + 30 + nameLength + archive.readUInt16LE(entry.at + 28);
    const packed = Readable.from([archive.subarray(start, start + entry.packedLength)]);
    return { name: entry.name, input: entry.method === 8 ? packed.pipe(createInflateRaw()) : packed };
  } catch (error) {
    if (error instanceof RangeError) throw new UnknownFormatError('The file is no zip archive that could be read');
    throw error;
  }
}

/** @throws {RangeError} when the archive ends too early or has no directory */
function readDirectory(archive: Buffer): Entry[] {
  let end = archive.length - END_LENGTH;
  const first = Math.max(0, end - MAX_COMMENT);
  while (end >= first && archive.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < first) throw new RangeError('no directory');
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no entry');
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      method: archive.readUInt16LE(at + 10),
      packedLength: archive.readUInt32LE(at + 20),
      length: archive.readUInt32LE(at + 24),
      at: archive.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
