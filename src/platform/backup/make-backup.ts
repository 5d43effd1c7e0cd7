import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import type { Config } from '../config.ts';
import { openFileStore } from '../files/open-store.ts';
import { type FileStore, MissingObject, type StoredObject } from '../files/store.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { VERSION } from '../version.ts';
import { archiveIdOf, withSlots } from './archive-slot.ts';
import { BackupError, type BackupHeader, CLUSTER, DUMP, FILES, FORM, KEY_ENTRY } from './backup-form.ts';
import { BackupWriter } from './backup-writer.ts';
import { beginBaseBackup } from './base-backup.ts';
import { dumpDatabase, requireProgram } from './client-programs.ts';
import { describeDatabase } from './describe-database.ts';
import { formatLsn } from './lsn.ts';

/**
 * Objects this much younger than the start of a backup are searched again at its end: the clocks of stores differ, and
 * a file's time is that of its last byte, which precedes its name.
 */
const YOUNG_MS = 3_600_000;
const MIB = 2 ** 20;

/** Told now and then: what is being copied, and how many bytes of all there are by now. */
export type BackupProgress = (part: string, bytes: number, of: number | undefined) => void;

/** Source and destination of a backup. */
export interface BackupOptions {
  file: string;
  config: Config;
  connectionString: string;
  /** Start time, if it began earlier. */
  begunAt?: Date;
  /** Maximum rate for PostgreSQL's own files per second; undefined: unlimited. */
  maxRateKib?: number;
  /** Ends the backup by throwing. */
  progress?: BackupProgress;
}

/** A backup that is whole and on the disk. */
export interface MadeBackup {
  begunAt: string;
  /** Size of the packed data. */
  bytes: number;
  /** Size of the file. */
  fileBytes: number;
  /** Files that people have uploaded. */
  files: number;
  /** Whether whoever has the file has the key that seals secrets too. */
  holdsKeyInClear: boolean;
}

/**
 * Makes a backup of a server that may run meanwhile. The database is as it was at one moment while this ran; files are
 * copied before and, those that came meanwhile, after it, so that every file that the database knows is there.
 * @throws {BackupError}
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { config, file, connectionString, begunAt: begun = new Date(), progress = () => undefined } = options;
  const key = await sealingKey(config);
  await using writer = await BackupWriter.create(file, config.backupRecipients);
  const header: BackupHeader = {
    form: FORM,
    program: VERSION,
    begunAt: begun.toISOString(),
    ...(await describeDatabase(connectionString, config.databaseUrl === undefined ? 'cluster' : 'dump')),
    hasKey: key !== undefined,
    ...(config.databaseUrl === undefined && (await archiveFrom(connectionString))),
  };
  if (header.database.kind === 'dump') requireProgram('pg_dump', header.database.version);
  await writer.addHeader(header);
  const watch = watchRoom(file, config);
  const report = (part: string, of?: number) => async () => {
    progress(part, writer.bytes, of);
    await watch(writer.bytes);
  };
  const store = openFileStore(config.fileStore, config);
  const young = begun.getTime() - YOUNG_MS;
  const added = new Set<string>();
  let files = await addFiles(writer, store, report('files'), ({ key, modifiedAt }) => {
    if (modifiedAt.getTime() >= young) added.add(key);
    return true;
  });
  const addDatabase = header.database.kind === 'dump' ? addDump : addCluster;
  await addDatabase(writer, options, report);
  // As it is by then: one that was changed meanwhile has sealed what the database holds.
  if (key !== undefined) await writer.addText(KEY_ENTRY, (await sealingKey(config))!);
  const isNew = ({ key, modifiedAt }: StoredObject) => modifiedAt.getTime() >= young && !added.has(key);
  files += await addFiles(writer, store, report('files'), isNew);
  const { bytes } = await writer.finish();
  const fileBytes = (await stat(file)).size;
  return {
    begunAt: header.begunAt,
    bytes,
    fileBytes,
    files,
    holdsKeyInClear: key !== undefined && config.backupRecipients.length === 0,
  };
}

/** From where an archive plays the copy on that is going to be made: it begins with a checkpoint, which comes later in the log. */
function archiveFrom(connectionString: string): Promise<Pick<BackupHeader, 'archive'>> {
  return withSlots(connectionString, async (slots) => {
    const slot = await slots.find();
    if (!slot?.isWhole) return {};
    return { archive: { id: archiveIdOf(slot.slot), from: formatLsn((await slots.mark()).lsn) } };
  });
}

/** The file that holds it, unless a setting does. */
async function sealingKey({ secretKey, dataDir }: Config): Promise<string | undefined> {
  return secretKey === undefined ? readFile(path.join(dataDir, 'secret.key'), 'utf8') : undefined;
}

/** At most so many bytes are written from one look at the room to the next, and at least so many. */
const LOOK_AFTER = { most: 16 * MIB, least: MIB / 16 };
/**
 * Data that may still arrive after a check that found room: the piece already read, and data on its way to the disk.
 */
const ON_ITS_WAY = MIB / 2;
const SLICE_BYTES = MIB / 4;

/**
 * Looks whether the server would still have the room that it needs: after half of what may still be written, so that a small disk is not
 * filled between two looks.
 */
function watchRoom(file: string, { diskReserveMib }: Config): (bytes: number) => Promise<void> {
  let next = 0;
  return async (bytes) => {
    if (bytes < next) return;
    const left = (await freeBytes(path.dirname(path.resolve(file)))) - diskReserveMib * MIB - ON_ITS_WAY;
    next = bytes + Math.min(Math.max(left / 2, LOOK_AFTER.least), LOOK_AFTER.most);
    if (left >= 0) return;
    throw new BackupError(
      `The disk of ${file} has less than ${diskReserveMib} MiB left (DISK_RESERVE_MIB). The unfinished backup was deleted. Free some space or write it elsewhere.`,
    );
  };
}

async function addFiles(
  writer: BackupWriter,
  store: FileStore,
  report: () => Promise<void>,
  isWanted: (object: StoredObject) => boolean,
): Promise<number> {
  let count = 0;
  for await (const object of store.list('')) {
    if (!isWanted(object)) continue;
    let content: Readable;
    try {
      content = await store.read(object.key);
    } catch (error) {
      // Deleted meanwhile: its row is gone too.
      if (error instanceof MissingObject) continue;
      throw error;
    }
    await writer.add(FILES + object.key, object.size, watched(content, report));
    count++;
  }
  return count;
}

/** Looks at the room and at the stop signal wherever bytes come: an entry may be of gigabytes. */
async function* watched(content: AsyncIterable<Uint8Array>, report: () => Promise<void>): AsyncGenerator<Uint8Array> {
  await report();
  for await (const chunk of content) {
    yield chunk;
    await report();
  }
}

type Report = (part: string, of?: number) => () => Promise<void>;

async function addDump(writer: BackupWriter, { connectionString }: BackupOptions, report: Report): Promise<void> {
  let count = 0;
  for await (const piece of dumpDatabase(connectionString)) {
    const content = watched(slicesOf(piece), report('database'));
    await writer.add(`${DUMP}${String(++count).padStart(8, '0')}`, piece.length, content);
  }
}

/** A piece of a dump is larger than a small disk's reserve may be. */
async function* slicesOf(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
}

async function addCluster(
  writer: BackupWriter,
  { connectionString, maxRateKib }: BackupOptions,
  report: Report,
): Promise<void> {
  const { archive, estimate } = await beginBaseBackup(connectionString, maxRateKib);
  const entries = extract();
  archive.on('error', (error) => entries.destroy(error));
  archive.pipe(entries);
  const before = writer.bytes;
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      if (type === 'directory') {
        writer.addFolder(CLUSTER + name);
        entry.resume();
      } else if (type === 'file')
        await writer.add(
          CLUSTER + name,
          size,
          watched(entry as AsyncIterable<Uint8Array>, report('database', before + estimate())),
        );
      else throw new BackupError(`The database folder contains ${name}, which is neither a file nor a folder.`);
    }
  } finally {
    archive.destroy();
  }
}
