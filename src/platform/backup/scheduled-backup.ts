import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { defineJob } from '../jobs/define-job.ts';
import { hasOrganizations } from '../organizations/organizations.ts';
import { removeLeftOver } from '../packing/packed-file.ts';
import type { Services } from '../services.ts';
import { doRecordBackup } from './actions.ts';
import { BACKUP } from './backup-writer.ts';
import { makeBackup } from './make-backup.ts';
import { lastAttempt, lastGoodAttempt } from './queries.ts';

/** Any constant: whoever makes a backup by the schedule holds it. */
const SCHEDULE_LOCK = 4_875_628;
const HOUR_MS = 3_600_000;
/** A failed attempt is made again after so long. */
const AGAIN_MS = HOUR_MS;
/** Rate for PostgreSQL's files per second: nobody waits for the backup, and requests share the disk. */
const MAX_RATE_KIB = 32 * 1024;

/** Looks four times an hour whether a backup is due, among all processes. */
export const scheduledBackup = defineJob({
  queue: 'scheduled-backup',
  expireInSeconds: 24 * 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '*/15 * * * *',
  async handle(services, _data, signal) {
    const folder = services.config.backupFolder;
    if (folder !== undefined) await backUpWhenDue(services, folder, signal);
  },
});

/** Makes a backup unless there is a young one, or another process is making it; then deletes the oldest ones. */
export async function backUpWhenDue(services: Services, folder: string, signal: AbortSignal): Promise<void> {
  const { config, database, clock, log } = services;
  const lock = new pg.Client({ connectionString: database.connectionString, application_name: 'hubbub backup' });
  lock.on('error', () => undefined); // the statement under way fails with it
  await lock.connect();
  try {
    const held = await lock.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [SCHEDULE_LOCK]);
    // Backups of a database that is empty by mistake would take the place of the good ones.
    if (!held.rows[0]!.isHeld || !(await hasOrganizations(database.reader)) || !(await isDue(services))) return;
    const begunAt = clock.now();
    const file = path.join(path.resolve(folder), `${PREFIX}${begunAt.toISOString().replaceAll(':', '-')}`);
    const attempt = { begunAt, file, isScheduled: true };
    try {
      // Its writer held the lock and no longer does.
      await removeLeftOver(folder, BACKUP, ({ name }) => SCHEDULED_NAME.test(name));
      const made = await makeBackup({
        ...{ file, config, begunAt, connectionString: database.connectionString, maxRateKib: MAX_RATE_KIB },
        progress: () => signal.throwIfAborted(),
      });
      await database.transaction((tx) => doRecordBackup(tx, { ...attempt, bytes: made.fileBytes, failure: null }));
    } catch (error) {
      // The program ends: the next one makes it.
      if (signal.aborted) throw error;
      log.warn({ err: error, file }, 'the scheduled backup failed');
      const failure = (error as Error).message;
      await database.transaction((tx) => doRecordBackup(tx, { ...attempt, bytes: null, failure }));
      return;
    }
    await deleteOldest(folder, config.backupKeep);
  } finally {
    await lock.end();
  }
}

async function isDue({ config, database, clock }: Services): Promise<boolean> {
  const [last, good] = [await lastAttempt(database.reader), await lastGoodAttempt(database.reader)];
  const since = (at: Date | undefined) => (at ? clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  // A backup that somebody made by hand counts too: it lies where they know, and the server is spared one.
  return (
    since(good?.begunAt) >= config.backupEveryHours * HOUR_MS && (!last?.failure || since(last.begunAt) >= AGAIN_MS)
  );
}

const PREFIX = 'hubbub-';
/** Names of scheduled backups; nothing else in the folder is touched. */
const SCHEDULED_NAME = /^hubbub-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

async function deleteOldest(folder: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => SCHEDULED_NAME.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - count))) await rm(path.join(folder, name));
}
