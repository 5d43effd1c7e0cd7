import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Source } from 'pmtiles';

/** Longest time for one part of a remote file. */
const PART_MS = 60_000;
/** Pauses before further attempts of a request without an answer. */
const RETRY_MS = [1000, 4000, 15_000];

/** A map file of which parts are read. */
export interface MapSource extends Source, AsyncDisposable {
  /** Its version, as far as it says one: another content has another. */
  version(): string;
}

/** @throws {Error} with a sentence for the operator */
export async function openMapSource(from: string): Promise<MapSource> {
  return /^https?:\/\//i.test(from) ? remoteSource(from) : localSource(from);
}

async function localSource(file: string): Promise<MapSource> {
  const handle = await open(file);
  const { size, mtimeMs } = await handle.stat();
  return {
    getKey: () => file,
    version: () => `${size} ${mtimeMs}`,
    async getBytes(offset, length) {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** A file of a web server, read by range requests only: it may have a hundred gigabytes. */
function remoteSource(url: string): MapSource {
  let known: string | undefined;
  return {
    getKey: () => url,
    version: () => known ?? '',
    async getBytes(offset, length) {
      const { data, etag } = await withRetries(() => partOf(url, offset, length));
      known ??= etag;
      if (known !== etag) throw new Error(`${url} was replaced meanwhile. Run the command again.`);
      return { data };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** A failure that another attempt may not have. */
class Unanswered extends Error {}

async function partOf(url: string, offset: number, length: number): Promise<{ data: ArrayBuffer; etag: string }> {
  const headers = { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' };
  const noAnswer = (error: Error) => {
    throw new Unanswered(`${url} could not be reached (${error.message}).`);
  };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PART_MS) }).catch(noAnswer);
  if (answer.status !== 206) {
    await answer.body?.cancel();
    const sentence = `${url} answered ${answer.status}`;
    if (answer.status >= 500 || answer.status === 429) throw new Unanswered(`${sentence}.`);
    throw new Error(answer.ok ? `${url} does not serve parts of the file (range requests).` : `${sentence}.`);
  }
  const data = await answer.arrayBuffer().catch(noAnswer);
  if (data.byteLength > length) throw new Error(`${url} answered more than was asked for.`);
  return { data, etag: answer.headers.get('etag') ?? answer.headers.get('last-modified') ?? '' };
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      await pause(wait);
    }
  }
  return run();
}
