import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UnknownFormatError } from './point-files.ts';

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7 to 4.3.16 and 4.5.3
const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_LENGTH = 22;
const LOCATOR_LENGTH = 20;
const MAX_COMMENT = 65_535;
/** Stands in a field of four bytes whose value is in the zip64 part. */
const IN_ZIP64 = 0xffffffff;
/** Of a directory: more is no archive of address data. */
const MAX_DIRECTORY_BYTES = 256 * 1024 ** 2;

/** A file in a zip archive. */
export interface ZipEntry {
  name: string;
  method: number;
  packedLength: number;
  length: number;
  at: number;
}

/**
 * The files of a zip archive, also of one of more than 4 GB (zip64). Only the archive's end is read.
 * @throws {UnknownFormatError} when it is no such archive
 */
export async function readEntries(file: FileHandle): Promise<ZipEntry[]> {
  try {
    const { size } = await file.stat();
    const tail = await readAt(
      file,
      Math.max(0, size - END_LENGTH - MAX_COMMENT),
      Math.min(size, END_LENGTH + MAX_COMMENT),
    );
    let end = tail.length - END_LENGTH;
    while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
    if (end < 0) throw new RangeError('no directory');
    const directory = (await directoryOf64(file, size - tail.length + end)) ?? {
      count: tail.readUInt16LE(end + 10),
      length: tail.readUInt32LE(end + 12),
      at: tail.readUInt32LE(end + 16),
    };
    if (directory.length > MAX_DIRECTORY_BYTES) throw new RangeError('a directory that is too large');
    return entriesOf(await readAt(file, directory.at, directory.length), directory.count);
  } catch (error) {
    if (error instanceof RangeError) throw new UnknownFormatError('The file is no zip archive that could be read');
    throw error;
  }
}

/** Where the directory is by the zip64 part before the usual end; undefined without one. */
async function directoryOf64(file: FileHandle, end: number) {
  if (end < LOCATOR_LENGTH) return undefined;
  const locator = await readAt(file, end - LOCATOR_LENGTH, LOCATOR_LENGTH);
  if (locator.readUInt32LE(0) !== LOCATOR_64) return undefined;
  const part = await readAt(file, number64(locator, 8), 56);
  if (part.readUInt32LE(0) !== END_OF_DIRECTORY_64) throw new RangeError('no directory');
  return { count: number64(part, 32), length: number64(part, 40), at: number64(part, 48) };
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no entry');
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    // Each that does not fit into its field stands in the zip64 part instead, in this order.
    const [length, packedLength, start] = valuesOf64(
      [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)],
      extra,
    );
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedLength: packedLength!,
      length: length!,
      at: start!,
    });
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function valuesOf64(values: readonly number[], extra: Buffer): number[] {
  if (!values.includes(IN_ZIP64)) return [...values];
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return values.map((value) => {
    if (value !== IN_ZIP64) return value;
    at += 8;
    return number64(extra, at - 8);
  });
}

/** @throws {RangeError} for a number that no file has */
function number64(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw new RangeError('too large');
  return value;
}

/**
 * The text of a file in an archive, unpacked as it is read.
 * @throws {UnknownFormatError} when it is packed in another way, or not where the directory says
 */
export async function openEntry(file: FileHandle, { name, method, packedLength, at }: ZipEntry): Promise<Readable> {
  const header = await readAt(file, at, 30).catch(() => undefined);
  if (header?.readUInt32LE(0) !== LOCAL_HEADER || (method !== 0 && method !== 8))
    throw new UnknownFormatError(`The archive's file ${name} could not be unpacked`);
  const start = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = file.createReadStream({ start, end: start + packedLength - 1, autoClose: false });
  if (method === 0) return packed;
  const input = packed.pipe(createInflateRaw());
  packed.on('error', (error: Error) => input.destroy(error));
  return input;
}

/** @throws {RangeError} when the file ends before */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError('the file ends too early');
  return buffer;
}
