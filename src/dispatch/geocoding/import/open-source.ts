import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { openLargestEntry } from './zip.ts';

/** An opened file of address data. */
export interface Source {
  /** Its name without what packs it: what is imported from it replaces what a file of this name gave before. */
  name: string;
  /** Its text, unpacked. */
  input: Readable;
}

/**
 * Opens a file of this machine or, with its address, of another one (over HTTPS or HTTP); `.gz` and `.zip` are unpacked.
 * A zip archive, of which the largest file counts, is held in memory; everything else is read as it comes.
 * @throws {Error} when it cannot be had
 */
export async function openSource(file: string): Promise<Source> {
  const isAddress = /^https?:\/\//i.test(file);
  const name = path.basename(isAddress ? new URL(file).pathname : file);
  const packed = isAddress ? await download(file) : createReadStream(file);
  if (name.endsWith('.zip')) return openLargestEntry(await buffer(packed));
  if (!name.endsWith('.gz')) return { name, input: packed };
  const input = packed.pipe(createGunzip());
  packed.on('error', (error: Error) => input.destroy(error));
  return { name: name.replace(/\.gz$/, ''), input };
}

async function download(address: string): Promise<Readable> {
  const response = await fetch(address).catch((error: Error) => {
    throw new Error(`${address} could not be reached`, { cause: error });
  });
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  return Readable.fromWeb(response.body as ReadableStream);
}
