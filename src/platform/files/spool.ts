import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomText } from '../ids.ts';
import type { Services } from '../services.ts';
import { refuseWithoutRoom } from './room.ts';

/** So many bytes show what a file is. */
const HEAD_BYTES = 4096;
/** Writes are gathered to this size: a client sends 64 KiB or less at a time. */
const WRITE_BYTES = 256 * 1024;
/** After so many bytes the room on the disk is looked at again: others write to it meanwhile. */
const LOOK_BYTES = 16 * 1024 ** 2;

/** More came than was allowed; nothing of it is left. */
export class TooManyBytes extends Error {
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes were received`);
    this.limit = limit;
  }
}

/** A file that was received whole and belongs to nobody yet. Gone with `await using`, unless a store took it over. */
export interface SpooledFile extends AsyncDisposable {
  path: string;
  /** Bytes. */
  size: number;
  /** The first 4096 bytes, or all. */
  head: Buffer;
  /** Hexadecimal. */
  sha256: string;
}

/**
 * Returns the folder for files being received. It is on the disk of the folder store, so that the store takes files
 * over by renaming.
 */
export function spoolFolder(dataDir: string): string {
  return path.join(dataDir, 'incoming');
}

/**
 * Receives bytes into a local file, a quarter of a mebibyte in memory at a time.
 * @param limit bytes
 * @throws {TooManyBytes} {NoRoomForFiles} and what the source throws; nothing is left then
 */
export async function spool(
  { config }: Pick<Services, 'config'>,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<SpooledFile> {
  const folder = spoolFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await refuseWithoutRoom(config);
  const file = path.join(folder, randomText(24));
  const handle = await open(file, 'wx', 0o600);
  try {
    const written = await writeAll(handle, source, limit, () => refuseWithoutRoom(config));
    await handle.sync();
    await handle.close();
    return { path: file, ...written, [Symbol.asyncDispose]: () => rm(file, { force: true }) };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}

async function writeAll(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  limit: number,
  look: () => Promise<void>,
) {
  const hash: Hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let gathered: Uint8Array[] = [];
  let waiting = 0;
  let size = 0;
  let lookedAt = 0;
  const flush = async () => {
    if (waiting === 0) return;
    const parts = gathered;
    gathered = [];
    waiting = 0;
    await handle.writev(parts);
  };
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limit) throw new TooManyBytes(limit);
    if (size - lookedAt >= LOOK_BYTES) {
      lookedAt = size;
      await look();
    }
    hash.update(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    gathered.push(chunk);
    waiting += chunk.length;
    if (waiting >= WRITE_BYTES) await flush();
  }
  await flush();
  return { size, head, sha256: hash.digest('hex') };
}
