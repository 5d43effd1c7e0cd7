import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** Kinds of pictures whose place is found. */
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif']);
/** A file is looked at in steps of so many bytes; a block of metadata that begins in one may reach so far beyond it. */
const STEP_BYTES = 1024 ** 2;
const BEYOND_BYTES = 1024 ** 2;
/** Bytes of a block before its mark: a marker and a length. */
const LEAD_BYTES = 8;
/** Blocks of a file that are looked at: a camera writes four at most, and each costs work. */
const MAX_BLOCKS = 500;
/** Maximum number of consecutive directories in a block, and of entries in each. */
const MAX_DIRECTORIES = 8;
const MAX_ENTRIES = 500;
/** An EXIF block whose length nobody tells is one of JPEG's size at most. */
const MAX_UNTOLD = 65_536;

/** The entry of a directory that leads to the place (EXIF 2.32, 4.6.3). */
const GPS_TAG = 0x8825;
/** Bytes of a value by its type (TIFF 6.0, 2); others are new to everybody. */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * Takes the place (GPS, of EXIF and XMP) out of a picture. It is overwritten where it stands: the file keeps its length, its
 * pixels, and what else its metadata says, such as how the picture is turned. The bytes are searched rather than the
 * container read, so that pictures within the picture lose theirs too. Text that people wrote stays, names of places among it.
 * @param contentType of the file; kinds without a place that is known are left as they are
 */
export async function removeLocation(file: string, contentType: string): Promise<void> {
  if (!TYPES.has(contentType)) return;
  const handle = await open(file, 'r+');
  try {
    if (await removeAll(handle, contentType === 'image/png' ? PNG_MARKS : MARKS)) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether something was written. */
async function removeAll(handle: FileHandle, marks: readonly Mark[]): Promise<boolean> {
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(size, LEAD_BYTES + STEP_BYTES + BEYOND_BYTES));
  let blocksLeft = MAX_BLOCKS;
  let isChanged = false;
  for (let from = 0; from < size; from += STEP_BYTES) {
    const lead = Math.min(from, LEAD_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from - lead);
    const bytes = buffer.subarray(0, bytesRead);
    let isOther = false;
    for (const { text, clean } of marks)
      for (const at of places(bytes, text, lead, lead + STEP_BYTES))
        if (blocksLeft-- > 0) isOther = clean(bytes, at) || isOther;
    if (isOther) await handle.write(bytes, 0, bytes.length, from - lead);
    isChanged ||= isOther;
  }
  return isChanged;
}

/** Yields the positions of a text in some of the bytes; it searches only as far as results are consumed. */
function* places(bytes: Buffer, text: Buffer, from: number, to: number): Generator<number> {
  for (let at = bytes.indexOf(text, from); at !== -1 && at < to; at = bytes.indexOf(text, at + 1)) yield at;
}

/** Mark in front of data that may contain a place. */
interface Mark {
  text: Buffer;
  /** Takes the place out of what begins there; whether there was one. */
  clean(bytes: Buffer, at: number): boolean;
}

const mark = (text: string, clean: Mark['clean']): Mark => ({ text: Buffer.from(text, 'latin1'), clean });

const MARKS: readonly Mark[] = [
  // JPEG (a segment, whose length stands before), HEIC and AVIF, and some WebP.
  mark('Exif\0\0', (bytes, at) => {
    const isSegment = at >= 4 && bytes.readUInt16BE(at - 4) === 0xffe1;
    return cleanExif(bytes, at + 6, isSegment ? at - 2 + bytes.readUInt16BE(at - 2) : at + 6 + MAX_UNTOLD);
  }),
  // WebP: a chunk.
  mark('EXIF', (bytes, at) => {
    if (at + 8 > bytes.length) return false;
    return cleanExif(bytes, at + 8, at + 8 + bytes.readUInt32LE(at + 4));
  }),
  mark('exif:GPS', cleanXmp),
];

const PNG_MARKS: readonly Mark[] = [
  mark('eXIf', (bytes, at) => {
    const end = chunkEnd(bytes, at);
    if (end === undefined || !cleanExif(bytes, at + 4, end)) return false;
    bytes.writeUInt32BE(crc32(bytes.subarray(at, end)), end);
    return true;
  }),
  // XMP, and what programs wrote before PNG had a chunk for EXIF: most of it packed or in hexadecimal.
  ...['zTXt', 'tEXt', 'iTXt'].flatMap((type) =>
    ['XML:com.adobe.xmp', ...['exif', 'APP1', 'xmp'].map((kind) => `Raw profile type ${kind}`)].map((keyword) =>
      mark(`${type}${keyword}\0`, (bytes, at) => {
        const end = chunkEnd(bytes, at);
        return end !== undefined && !hasNoPlace(bytes.subarray(at, end)) && blankChunk(bytes, at, end);
      }),
    ),
  ),
];

/** Returns the end of a chunk's data by the position of its type; undefined if the chunk is not complete. */
function chunkEnd(bytes: Buffer, at: number): number | undefined {
  const end = at < 4 ? Number.POSITIVE_INFINITY : at + 4 + bytes.readUInt32BE(at - 4);
  return end + 4 <= bytes.length ? end : undefined;
}

/** Whether the XMP of a chunk can be read as it is, and has no place. */
function hasNoPlace(chunk: Buffer): boolean {
  return chunk.includes('rdf:RDF') && !chunk.includes('exif:GPS');
}

/** Makes a chunk of PNG an empty comment of the same length. */
function blankChunk(bytes: Buffer, at: number, end: number): true {
  bytes.fill(' ', at, end).write('tEXtComment\0', at, 'latin1');
  bytes.writeUInt32BE(crc32(bytes.subarray(at, end)), end);
  return true;
}

/** An attribute or an element of XMP; its values are short. */
const XMP_VALUE =
  /exif:GPS[A-Za-z]{1,32}\s{0,8}=\s{0,8}(?:"[^"]{0,200}"|'[^']{0,200}')|<exif:GPS[A-Za-z]{1,32}[^<>]{0,200}>[^<]{0,200}<\/exif:GPS[A-Za-z]{1,32}\s{0,8}>/y;

function cleanXmp(bytes: Buffer, at: number): boolean {
  const start = bytes[at - 1] === 0x3c ? at - 1 : at;
  XMP_VALUE.lastIndex = 0;
  const found = XMP_VALUE.exec(bytes.toString('latin1', start, start + 600));
  if (!found) return false;
  bytes.fill(' ', start, start + found[0].length);
  return true;
}

/** Takes the place out of an EXIF block, which is a TIFF file: every directory that leads to one forgets it. */
function cleanExif(bytes: Buffer, from: number, to: number): boolean {
  const block = bytes.subarray(from, to);
  const order = block.toString('latin1', 0, 4);
  if (block.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return false;
  const exif = new ExifBlock(block, order === 'II*\0');
  let isChanged = false;
  let directory = exif.long(4);
  for (let n = 0; n < MAX_DIRECTORIES && exif.isDirectory(directory); n++) {
    const leading = exif.entries(directory).filter((entry) => exif.short(entry) === GPS_TAG);
    const led = leading.map((entry) => exif.long(entry + 8));
    // The last first: what comes after it moves up.
    for (const entry of leading.reverse()) exif.removeEntry(directory, entry);
    for (const place of led) exif.clearDirectory(place);
    isChanged ||= leading.length > 0;
    directory = exif.next(directory);
  }
  return isChanged;
}

/** Directories of a TIFF file: a number of entries of 12 bytes, and the place of the next directory. */
class ExifBlock {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  short(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  long(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** Whether all its entries lie in the block. */
  isDirectory(at: number): boolean {
    return (
      at >= 8 && at + 2 <= this.#bytes.length && this.short(at) <= MAX_ENTRIES && this.#end(at) <= this.#bytes.length
    );
  }

  /** Returns the positions of its entries. */
  entries(at: number): number[] {
    return Array.from({ length: this.short(at) }, (_, n) => at + 2 + 12 * n);
  }

  /** 0: there is none. */
  next(at: number): number {
    return this.#end(at) + 4 <= this.#bytes.length ? this.long(this.#end(at)) : 0;
  }

  /** The entries after it, and the place of the next directory, move up. */
  removeEntry(at: number, entry: number): void {
    const end = Math.min(this.#end(at) + 4, this.#bytes.length);
    this.#bytes.copyWithin(entry, entry + 12, end).fill(0, end - 12, end);
    const count = this.short(at) - 1;
    if (this.#isLittle) this.#bytes.writeUInt16LE(count, at);
    else this.#bytes.writeUInt16BE(count, at);
  }

  /** Overwrites a directory and the values that it leads to. */
  clearDirectory(at: number): void {
    if (!this.isDirectory(at)) return;
    for (const entry of this.entries(at)) {
      const size = (VALUE_BYTES[this.short(entry + 2)] ?? 0) * this.long(entry + 4);
      const value = this.long(entry + 8);
      if (size > 4 && value >= 8 && value < this.#bytes.length)
        this.#bytes.fill(0, value, Math.min(value + size, this.#bytes.length));
    }
    this.#bytes.fill(0, at, this.#end(at));
  }

  #end(at: number): number {
    return at + 2 + 12 * this.short(at);
  }
}
