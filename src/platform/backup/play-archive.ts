/** Plays a restored backup on to a moment, by what an archive has of the time after it. */

import { chown, open, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { openFileStore } from '../files/open-store.ts';
import { spool } from '../files/spool.ts';
import { freeBytes } from '../postgres/disk-space.ts';
import { findPostgresHome, SYSTEM_STATE } from '../postgres/home.ts';
import { openDatabaseForCommand } from '../postgres/server-database.ts';
import { BackupArchive, fileOfArchive, filesPrefix, hasArchive, type Piece } from './archive.ts';
import { BackupError, type BackupHeader } from './backup-form.ts';
import { parseLsn, SEGMENT_BYTES, segmentName } from './lsn.ts';
import type { BackupProgress } from './make-backup.ts';

const MIB = 2 ** 20;
const LOOK_MS = 100;
/** The server has come to the end of what it was given, and found nothing that is later than the moment. */
const ALL_IS_BEFORE = /recovery ended before configured recovery target was reached/;

/** Part of an archive to replay. */
export interface Playback {
  id: string;
  pieces: Piece[];
  /** Undefined: all there is. */
  to: Date | undefined;
}

/** Until when a backup is played on. */
export type PlayUntil = Date | 'latest';

/**
 * Looks whether an archive has all that was written from a backup until a moment.
 * @throws {BackupError} when it has not
 */
export async function planPlayback(config: Config, header: BackupHeader, until: PlayUntil): Promise<Playback> {
  if (!hasArchive(config)) throw new BackupError('Set ARCHIVE_FOLDER or ARCHIVE_BUCKET to the archive.');
  if (!header.archive)
    throw new BackupError(
      'This backup was made without an archive, so it cannot be recovered to a later time. Restore it without --to.',
    );
  if (until !== 'latest' && until.getTime() < Date.parse(header.begunAt))
    throw new BackupError(`This backup is from ${header.begunAt}. Use an older backup for an earlier time.`);
  const { id, from } = header.archive;
  const pieces: Piece[] = [];
  let reached = parseLsn(from);
  let completeAt: Date | undefined;
  for (const piece of await new BackupArchive(config).pieces(id)) {
    if (piece.end < reached) continue;
    if (piece.start > reached) throw gapAt(pieces.at(-1), header);
    pieces.push(piece);
    reached = piece.end;
    if (!completeAt || piece.completeAt > completeAt) completeAt = piece.completeAt;
    if (until !== 'latest' && completeAt > until) return { id, pieces, to: until };
  }
  if (!completeAt) throw gapAt(undefined, header);
  if (until === 'latest') return { id, pieces, to: undefined };
  throw new BackupError(
    `The archive is complete up to ${completeAt.toISOString()}. Give --to that time, an earlier one or latest.`,
  );
}

const gapAt = (last: Piece | undefined, { begunAt }: BackupHeader) =>
  new BackupError(
    last
      ? `The archive has a gap after ${last.completeAt.toISOString()}. Give --to that time or an earlier one.`
      : `The archive no longer covers the time after this backup (${begunAt}): it is kept for ARCHIVE_DAYS.`,
  );

/** A restored place, and what it is played on by. */
interface PlayOptions {
  config: Config;
  identities: readonly string[];
  playback: Playback;
  progress: BackupProgress;
}

/**
 * Plays what was restored on. Files that came in time lie in the file store then.
 * @throws {BackupError}
 */
export async function playArchive(options: PlayOptions): Promise<void> {
  const { config, playback } = options;
  const { cluster } = await findPostgresHome(config.dataDir, SYSTEM_STATE);
  await writeLog(options, cluster);
  await restoreFiles(options);
  const signalFile = path.join(cluster, 'recovery.signal');
  await writeFile(signalFile, '', { flush: true });
  await ownAs(cluster, signalFile);
  const failure = await recover(config.dataDir, playback.to);
  // All that was played is of the time before.
  const failed = failure && ALL_IS_BEFORE.test(failure) ? await recover(config.dataDir, undefined) : failure;
  if (failed) throw new BackupError(`PostgreSQL could not replay the archive: ${failed}`);
}

/** Puts the pieces into the files of the database's log. What the backup has of it is the same. */
async function writeLog({ config, identities, playback, progress }: PlayOptions, cluster: string): Promise<void> {
  const { pieces } = playback;
  const all = Number(pieces.at(-1)!.end - pieces[0]!.start);
  const needed = all + config.diskReserveMib * MIB;
  const free = await freeBytes(cluster);
  if (free < needed)
    throw new BackupError(
      `${cluster} has ${Math.floor(free / MIB)} MiB free, but replaying the archive needs ${Math.ceil(needed / MIB)} MiB. Free some space.`,
    );
  const archive = new BackupArchive(config);
  for (const { key, timeline, start, end } of pieces) {
    let at = start;
    for await (const chunk of archive.read(key, identities)) {
      await writeBytes(cluster, timeline, at, chunk);
      at += BigInt(chunk.length);
    }
    if (at !== end) throw new BackupError(`${key} in the archive is damaged.`);
    progress('archive', Number(end - pieces[0]!.start), all);
  }
}

async function writeBytes(cluster: string, timeline: number, start: bigint, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const at = start + BigInt(done);
    const offset = Number(at % SEGMENT_BYTES);
    const length = Math.min(bytes.length - done, Number(SEGMENT_BYTES) - offset);
    const file = path.join(cluster, 'pg_wal', segmentName(timeline, at));
    const handle = await open(file, 'r+').catch(() => open(file, 'wx+', 0o600));
    try {
      await handle.write(bytes, done, length, offset);
      if ((await handle.stat()).size < Number(SEGMENT_BYTES)) await handle.truncate(Number(SEGMENT_BYTES));
    } finally {
      await handle.close();
    }
    await ownAs(cluster, file);
    done += length;
  }
}

/** Started as root, the database's files are another user's. */
async function ownAs(cluster: string, file: string): Promise<void> {
  const { uid, gid } = await stat(cluster);
  if (process.getuid?.() === 0) await chown(file, uid, gid);
}

/** Files that nothing refers to at the moment are swept away later. */
async function restoreFiles({ config, identities, playback: { id } }: PlayOptions): Promise<void> {
  const [archive, store] = [new BackupArchive(config), openFileStore(config.fileStore, config)];
  for await (const { key } of archive.list(filesPrefix(id))) {
    const file = fileOfArchive(id, key);
    if (await store.stat(file)) continue;
    const local = await spool({ config }, archive.read(key, identities), Number.MAX_SAFE_INTEGER);
    await store.put(file, local.path);
  }
}

/** @returns why it failed, if it has */
async function recover(dataDir: string, to: Date | undefined): Promise<string | undefined> {
  const output: string[] = [];
  const keep = (line: unknown) => void output.push(String(line));
  let hasEnded = false;
  const settings = {
    // All of the log lies in its place.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    // The names of time zones are not known to it yet.
    ...(to && { recovery_target_time: to.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
  };
  const log = { info: keep, debug: keep, warn: keep, error: keep };
  const onExit = () => {
    hasEnded = true;
  };
  try {
    const database = await openDatabaseForCommand({ dataDir, log, settings, onExit });
    try {
      const isThrough = () => isRecovered(database.connectionString);
      while (!hasEnded && !(await isThrough().catch(() => false))) await pause(LOOK_MS);
    } finally {
      await database.stop();
    }
  } catch (error) {
    output.push((error as Error).message);
    hasEnded = true;
  }
  return hasEnded ? (output.findLast((line) => ALL_IS_BEFORE.test(line)) ?? output.at(-1) ?? 'it ended') : undefined;
}

async function isRecovered(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'hubbub restore' });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as "is"');
    return rows[0]!.is;
  } finally {
    await client.end().catch(() => undefined);
  }
}
