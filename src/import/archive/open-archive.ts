import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  ArchiveError,
  checkUnpacked,
  type ImportArchive,
  MAX_FILES,
  shown,
  tooLarge,
  tooManyFiles,
} from './archive.ts';
import { openTar, type Unpacking } from './open-tar.ts';

/**
 * Opens a zip or tar.gz archive, a folder that holds what one unpacked to, or a file of JSON lines, which is one of its own.
 * @param unpacking where a tar.gz archive is unpacked
 * @param maxFiles number of files it may have
 * @throws {ArchiveError} when there is none, or it is not to be trusted
 */
export async function openArchive(
  file: string,
  unpacking = SYSTEM_FOLDER,
  maxFiles = MAX_FILES,
): Promise<ImportArchive> {
  const stat = await lstat(file).catch(() => undefined);
  if (stat?.isDirectory()) return openFolder(file, maxFiles);
  if (!stat?.isFile()) throw new ArchiveError(`${file} is neither a file nor a folder.`);
  if (file.endsWith('.jsonl')) return openSingle(file);
  return (await isGzip(file)) ? openTar(file, stat.size, unpacking, maxFiles) : openZip(file, stat.size, maxFiles);
}

/** The system's own folder for what is not kept (TMPDIR). */
const SYSTEM_FOLDER: Unpacking = { folder: tmpdir(), checkRoom: async () => {} };

async function isGzip(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

function openSingle(file: string): ImportArchive {
  const { read, stream, sizeOf } = filesIn(path.dirname(file));
  const own = path.basename(file);
  return { files: [own], read, stream, sizeOf, [Symbol.asyncDispose]: async () => {} };
}

async function openFolder(folder: string, maxFiles: number): Promise<ImportArchive> {
  const files: string[] = [];
  const walk = async (below: string) => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) files.push(name);
      else throw new ArchiveError(`${name} is a link or a device. The archive must hold files and folders only.`);
      if (files.length > maxFiles) throw tooManyFiles(maxFiles);
    }
  };
  await walk('');
  return { files: files.sort(), ...filesIn(folder), [Symbol.asyncDispose]: async () => {} };
}

/** Reads files by their paths in a folder. */
const filesIn = (folder: string): Pick<ImportArchive, 'read' | 'stream' | 'sizeOf'> => ({
  async read(name, limit) {
    const handle = await open(path.join(folder, name));
    try {
      if ((await handle.stat()).size > limit) throw tooLarge(name, limit);
      const bytes = await handle.readFile();
      if (bytes.length > limit) throw tooLarge(name, limit);
      return bytes;
    } finally {
      await handle.close();
    }
  },
  stream: (name) => createReadStream(path.join(folder, name)),
  sizeOf: async (name) => (await lstat(path.join(folder, name))).size,
});

async function openZip(file: string, size: number, maxFiles: number): Promise<ImportArchive> {
  const zip = await openPromise(file, { autoClose: false }).catch(refuseZip);
  try {
    const entries = await entriesOf(zip, size, maxFiles);
    return {
      files: [...entries.keys()].sort(),
      read: (name, limit) => readEntry(zip, entries.get(name)!, limit),
      stream: (name) => streamEntry(zip, entries.get(name)!),
      sizeOf: async (name) => entries.get(name)!.uncompressedSize,
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @throws {ArchiveError} for paths that lead out of it (yauzl refuses them), files of one name, and bombs */
async function entriesOf(zip: ZipFile, size: number, maxFiles: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entries.has(entry.fileName)) throw new ArchiveError(`The archive has ${shown(entry.fileName)} twice.`);
      if (entries.size >= maxFiles) throw tooManyFiles(maxFiles);
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
    }
  } catch (error) {
    refuseZip(error as Error);
  }
  checkUnpacked(unpacked, size);
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  if (entry.uncompressedSize > limit) throw tooLarge(entry.fileName, limit);
  const parts: Buffer[] = [];
  for await (const part of streamEntry(zip, entry)) parts.push(part);
  return Buffer.concat(parts);
}

async function* streamEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    // yauzl compares the bytes with the size that was declared.
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw new ArchiveError(`${shown(entry.fileName)} of the archive cannot be read: ${(error as Error).message}.`);
  }
}

/** Errors of the system (no permission) stay as they are. */
function refuseZip(error: NodeJS.ErrnoException): never {
  if (error instanceof ArchiveError || error.code !== undefined) throw error;
  throw new ArchiveError(`The archive is not a zip file that can be imported: ${error.message}.`);
}
