import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { AGE_MAGIC, decryptWith } from './age.ts';
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  BackupSum,
  END_ENTRY,
  FORM,
  HEADER_ENTRY,
} from './backup-form.ts';

/** Maximum size of header and trailer, which are read into memory: the names of a thousand migrations are 40 kB. */
const MAX_TEXT_BYTES = 2 ** 20;

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

/** The parts of a backup file, as they are read from it. */
interface OpenBackup {
  entries: ReturnType<typeof extract>;
  /** Why the bytes ended before their end, if they have. */
  failure: Promise<NodeJS.ErrnoException | undefined>;
}

/**
 * Reads a backup from its begin to its end, and checks that all of it is there and as it was written.
 * @param identities secret keys of age, for one that is encrypted
 * @throws {BackupError} when it is not, or is of a later form than this program's
 */
export async function readBackup(
  { file, identities }: BackupSource,
  visit: BackupVisitor,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  return readOpened({ file, identities }, (entries) => readEntries(file, entries, visit));
}

/**
 * Reads how a backup begins, without a look at the rest.
 * @throws {BackupError} when it does not begin like one, or is of a later form than this program's
 */
export function readBackupHeader({ file, identities }: BackupSource): Promise<BackupHeader> {
  return readOpened({ file, identities }, async (entries) => {
    for await (const entry of entries) {
      if (entry.header.name === HEADER_ENTRY)
        return readHeader(file, await textOf(file, entry as AsyncIterable<Uint8Array>));
      break;
    }
    throw notWhole(file);
  });
}

async function readOpened<T>(
  { file, identities }: BackupSource,
  read: (entries: ReturnType<typeof extract>) => Promise<T>,
): Promise<T> {
  const { entries, failure } = await openBackup({ file, identities });
  try {
    return await read(entries);
  } catch (error) {
    const cause = await failure;
    const failed = [error, cause].find((each) => (each as { expected?: boolean } | undefined)?.expected);
    if (failed) throw failed;
    // That of the visitor ends the stream too, early.
    const isOwn = cause !== undefined && cause.code !== 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isOwn && !(error instanceof SyntaxError)) throw error;
    throw new BackupError(`${file} is not an intact backup: ${(isOwn ? cause : (error as Error)).message}.`);
  } finally {
    entries.destroy();
  }
}

/** A file, and what opens it. */
export interface BackupSource {
  file: string;
  identities: readonly string[];
}

async function openBackup({ file, identities }: BackupSource): Promise<OpenBackup> {
  const handle = await open(file).catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`);
  });
  const start = Buffer.alloc(AGE_MAGIC.length);
  await handle.read(start, 0, start.length, 0);
  const isEncrypted = start.toString('latin1') === AGE_MAGIC;
  if (isEncrypted && identities.length === 0) {
    await handle.close();
    throw new BackupError(`${file} is encrypted. Give the file with the age secret key with --identity.`);
  }
  const entries = extract();
  const bytes = handle.createReadStream({ start: 0 });
  const read = isEncrypted
    ? pipeline(bytes, (content) => decryptWith(identities, content), createGunzip(), entries)
    : pipeline(bytes, createGunzip(), entries);
  const failure = read.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  return { entries, failure };
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
      end = JSON.parse(await textOf(file, entry as AsyncIterable<Uint8Array>)) as BackupEnd;
      continue;
    }
    sum.entry(name, size);
    const content = summed(entry as AsyncIterable<Uint8Array>, sum);
    if (header) await visit({ name, size, isFolder: type === 'directory', content }, header);
    else if (name === HEADER_ENTRY) header = readHeader(file, await textOf(file, content));
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
      `${file} was made by Hubbub ${header.program}, which is newer than this version. Use that version.`,
    );
  return header;
}

async function* summed(content: AsyncIterable<Uint8Array>, sum: BackupSum): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sum.chunk(chunk);
    yield chunk;
  }
}

async function textOf(file: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MAX_TEXT_BYTES) throw notWhole(file);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const notWhole = (file: string) =>
  new BackupError(`${file} is not an intact backup: parts are missing or were changed.`);
