import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { randomText } from '../../platform/ids.ts';
import { ArchiveError, checkUnpacked, type ImportArchive, shown, tooLarge, tooManyFiles } from './archive.ts';

/** Bytes of one read. */
const PIECE_BYTES = 256 * 1024;
/** After so many bytes the room on the disk is looked at again. */
const LOOK_BYTES = 16 * 2 ** 20;

/** The place in which a tar.gz archive is unpacked. */
export interface Unpacking {
  /** Its disk is used; no name stays in it. */
  folder: string;
  /** Throws when the disk has no room for more. */
  checkRoom(): Promise<void>;
}

/** Place of a file's bytes in the unpacked archive. */
interface Place {
  start: number;
  size: number;
}

/**
 * Opens a tar.gz archive. Its files are read in any order, so all of it is unpacked first, into one file without a name: paths
 * of the archive never become paths of the disk, and nothing is left of it when the process ends, however it ends.
 * @throws {ArchiveError} when it cannot be read, or is not to be trusted
 */
export async function openTar(
  file: string,
  size: number,
  { folder, checkRoom }: Unpacking,
  maxFiles: number,
): Promise<ImportArchive> {
  const name = path.join(folder, `hubbub-import-${randomText(24)}`);
  const unpacked = await open(name, 'wx+', 0o600);
  try {
    await rm(name);
    const places = await unpack(file, size, unpacked, { checkRoom, maxFiles });
    return {
      files: [...places.keys()].sort(),
      async read(entry, limit) {
        const place = places.get(entry)!;
        if (place.size > limit) throw tooLarge(entry, limit);
        const parts: Buffer[] = [];
        for await (const part of piecesOf(unpacked, place)) parts.push(part);
        return Buffer.concat(parts);
      },
      stream: (entry) => piecesOf(unpacked, places.get(entry)!),
      sizeOf: async (entry) => places.get(entry)!.size,
      [Symbol.asyncDispose]: () => unpacked.close(),
    };
  } catch (error) {
    await unpacked.close();
    throw error;
  }
}

async function* piecesOf(unpacked: FileHandle, { start, size }: Place): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, size - at);
    yield (await unpacked.read(Buffer.alloc(length), 0, length, start + at)).buffer;
  }
}

async function unpack(
  file: string,
  size: number,
  unpacked: FileHandle,
  { checkRoom, maxFiles }: { checkRoom: () => Promise<void>; maxFiles: number },
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const entries = extract();
  const source = pipeline(createReadStream(file), createGunzip(), entries);
  const failure = source.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  // The archive is not to blame for what fails in writing it down.
  let ownError: unknown;
  const own = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => {
      ownError = error;
      throw error;
    });
  };
  let written = 0;
  let lookedAt = 0;
  try {
    await own(checkRoom());
    for await (const entry of entries) {
      const { name, type } = entry.header;
      if (type !== 'directory') {
        if (type !== 'file' && type !== 'contiguous-file')
          throw new ArchiveError(`${shown(name)} is a link or a device. The archive must hold files and folders only.`);
        const known = pathOf(name);
        if (places.has(known)) throw new ArchiveError(`The archive has ${shown(known)} twice.`);
        if (places.size >= maxFiles) throw tooManyFiles(maxFiles);
        const start = written;
        for await (const part of entry as AsyncIterable<Buffer>) {
          checkUnpacked(written + part.length, size);
          // Writes all of it: a disk that is nearly full takes a part first.
          await own(unpacked.appendFile(part));
          written += part.length;
          if (written - lookedAt < LOOK_BYTES) continue;
          lookedAt = written;
          await own(checkRoom());
        }
        places.set(known, { start, size: written - start });
      }
      entry.resume();
    }
  } catch (error) {
    entries.destroy();
    const broken = await failure;
    if (error === ownError || error instanceof ArchiveError || !broken) throw error;
    refuse(broken);
  }
  const error = await failure;
  if (error) refuse(error);
  return places;
}

/** Codes of the system (no room, no permission) are no fault of the archive. */
const SYSTEM_ERROR = /^(?:ENOSPC|EDQUOT|EIO|EACCES|EPERM|EMFILE|ENFILE|ENOENT)$/;

function refuse(error: NodeJS.ErrnoException): never {
  if (error instanceof ArchiveError || SYSTEM_ERROR.test(error.code ?? '')) throw error;
  throw new ArchiveError(`The archive is not a tar.gz file that can be imported: ${error.message}.`);
}

/** The path of an entry, which leads nowhere but into the archive. */
function pathOf(name: string): string {
  const parts = name.split('/').filter((part, n) => part !== '.' && (part !== '' || n === 0));
  const isBad = parts.length === 0 || parts.some((part) => part === '' || part === '..' || /[\\\0]/.test(part));
  if (isBad) throw new ArchiveError(`The path ${shown(name)} leads out of the archive.`);
  return parts.join('/');
}
