import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError, type ImportArchive, MAX_FILES } from './archive.ts';

/** JSON packs to about a tenth. An archive that unpacks to much more than this does it to fill memory or time. */
const MAX_RATIO = 500;
/** Below this, what an archive unpacks to is no matter. */
const SMALL_BYTES = 256 * 2 ** 20;

/**
 * Opens a zip archive, or a folder that holds what one unpacked to.
 * @throws {ArchiveError} when there is none, or it is not to be trusted
 */
export async function openArchive(file: string): Promise<ImportArchive> {
  const stat = await lstat(file).catch(() => undefined);
  if (stat?.isDirectory()) return openFolder(file);
  if (!stat?.isFile()) throw new ArchiveError(`${file} is neither a file nor a folder.`);
  return openZip(file, stat.size);
}

async function openFolder(folder: string): Promise<ImportArchive> {
  const files: string[] = [];
  const walk = async (below: string) => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile()) files.push(name);
      else throw new ArchiveError(`${name} is a link or a device. The archive must hold files and folders only.`);
      if (files.length > MAX_FILES) throw new ArchiveError(`The archive has more than ${MAX_FILES} files.`);
    }
  };
  await walk('');
  return {
    files: files.sort(),
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
    [Symbol.asyncDispose]: async () => {},
  };
}

async function openZip(file: string, size: number): Promise<ImportArchive> {
  const zip = await openPromise(file, { autoClose: false }).catch(refuseZip);
  try {
    const entries = await entriesOf(zip, size);
    return {
      files: [...entries.keys()].sort(),
      read: (name, limit) => readEntry(zip, entries.get(name)!, limit),
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** @throws {ArchiveError} for paths that lead out of it (yauzl refuses them), files of one name, and bombs */
async function entriesOf(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entries.has(entry.fileName)) throw new ArchiveError(`The archive has ${shown(entry.fileName)} twice.`);
      if (entries.size >= MAX_FILES) throw new ArchiveError(`The archive has more than ${MAX_FILES} files.`);
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
    }
  } catch (error) {
    refuseZip(error as Error);
  }
  if (unpacked > Math.max(SMALL_BYTES, size * MAX_RATIO))
    throw new ArchiveError(`The archive would unpack to ${Math.round(unpacked / 2 ** 20)} MiB, more than it can hold.`);
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  if (entry.uncompressedSize > limit) throw tooLarge(entry.fileName, limit);
  try {
    // yauzl compares the bytes with the size that was declared.
    const stream = await zip.openReadStreamPromise(entry);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    throw new ArchiveError(`${shown(entry.fileName)} of the archive cannot be read: ${(error as Error).message}.`);
  }
}

const tooLarge = (name: string, limit: number) =>
  new ArchiveError(`${shown(name)} is larger than ${Math.round(limit / 2 ** 20)} MiB.`);

const shown = (name: string) => JSON.stringify(name.slice(0, 200));

/** Errors of the system (no permission) stay as they are. */
function refuseZip(error: NodeJS.ErrnoException): never {
  if (error instanceof ArchiveError || error.code !== undefined) throw error;
  throw new ArchiveError(`The archive is not a zip file that can be imported: ${error.message}.`);
}
