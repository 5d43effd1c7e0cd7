import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  BackupSum,
  END_ENTRY,
  FORM,
  HEADER_ENTRY,
} from './backup-form.ts';

/** A part of a backup, to be read before the next one. */
export interface BackupEntry {
  name: string;
  isFolder: boolean;
  /** Bytes. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** Takes the parts of a backup, in order; what it does not read of one is skipped. */
export type BackupVisitor = (entry: BackupEntry, header: BackupHeader) => Promise<void>;

/**
 * Reads a backup from its begin to its end, and checks that all of it is there and as it was written.
 * @throws {BackupError} when it is not, or is of a later form than this program's
 */
export async function readBackup(
  file: string,
  visit: BackupVisitor,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const handle: FileHandle = await open(file).catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  });
  const entries = extract();
  const read = pipeline(handle.createReadStream(), createGunzip(), entries);
  read.catch(() => undefined);
  try {
    return await readEntries(file, entries, visit);
  } catch (error) {
    if ((error as { expected?: boolean }).expected) throw error;
    // What broke the stream, rather than that it broke.
    const cause = await read.then(
      () => error as Error,
      (failure: Error) => failure,
    );
    if (cause !== error && !isUnreadable(error)) throw error;
    throw isUnreadable(cause) ? new BackupError(`${file} is no whole backup: ${cause.message}.`) : cause;
  } finally {
    entries.destroy();
  }
}

async function readEntries(
  file: string,
  entries: ReturnType<typeof extract>,
  visit: BackupVisitor,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const sum = new BackupSum();
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  for await (const entry of entries) {
    const { name, size = 0, type } = entry.header;
    if (end) throw notWhole(file);
    if (name === END_ENTRY) {
      end = JSON.parse(await textOf(entry as AsyncIterable<Uint8Array>)) as BackupEnd;
      continue;
    }
    sum.entry(name, size);
    const content = summed(entry as AsyncIterable<Uint8Array>, sum);
    if (header) await visit({ name, size, isFolder: type === 'directory', content }, header);
    else if (name === HEADER_ENTRY) header = readHeader(file, await textOf(content));
    else throw notWhole(file);
    for await (const _rest of content);
  }
  if (!header || !end || JSON.stringify(sum.end()) !== JSON.stringify(end)) throw notWhole(file);
  return { header, end };
}

function readHeader(file: string, text: string): BackupHeader {
  const header = JSON.parse(text) as BackupHeader;
  if (header.form > FORM)
    throw new BackupError(
      `${file} was made by Hubbub ${header.program}, which is newer than this one. Take that version.`,
    );
  return header;
}

async function* summed(content: AsyncIterable<Uint8Array>, sum: BackupSum): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sum.chunk(chunk);
    yield chunk;
  }
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const notWhole = (file: string) =>
  new BackupError(`${file} is no whole backup: parts of it are missing or were changed.`);

/** Of zlib, tar or JSON: the bytes are not what was written. */
function isUnreadable(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    error instanceof SyntaxError ||
    code?.startsWith('Z_') === true ||
    /^(?:Unexpected end of data|Invalid tar header|unexpected end of file)/.test(message)
  );
}
