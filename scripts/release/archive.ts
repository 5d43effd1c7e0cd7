/** Archives that depend only on what is in them: the same folder makes the same bytes on every machine. */

import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/** Size of the parts that gzip passes on: small ones cost more than the compression. */
const CHUNK_BYTES = 2 ** 20;

/** Form of an archive. */
export interface ArchiveOptions {
  /** Folder within the archive that holds everything. */
  top: string;
  /** Time of every file, in seconds since 1970. */
  time: number;
  /** Level of gzip: 9 is small and slow, 0 only stores. */
  level: number;
}

/** Writes a folder as `.tar.gz`: names in order, owned by root, modes 755 and 644. */
export async function writeArchive(folder: string, file: string, { top, time, level }: ArchiveOptions): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level, chunkSize: CHUNK_BYTES }), createWriteStream(file));
  const common = { uid: 0, gid: 0, mtime: new Date(time * 1000) };
  const add = (header: Parameters<typeof tar.entry>[0], content: Buffer | string = '') =>
    new Promise<void>((resolve, reject) => {
      tar.entry(header, content, (error) => (error ? reject(error) : resolve()));
    });
  const addAll = async (from: string, name: string): Promise<void> => {
    const stats = lstatSync(from);
    if (stats.isSymbolicLink()) {
      await add({ ...common, name, type: 'symlink', linkname: readlinkSync(from), mode: 0o777 });
    } else if (stats.isDirectory()) {
      await add({ ...common, name: `${name}/`, type: 'directory', mode: 0o755 });
      for (const each of readdirSync(from).sort()) await addAll(path.join(from, each), `${name}/${each}`);
    } else {
      const content = readFileSync(from);
      const mode = stats.mode & 0o100 ? 0o755 : 0o644;
      await add({ ...common, name, mode, size: content.length }, content);
    }
  };
  try {
    await addAll(folder, top);
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
  }
  await written;
}
