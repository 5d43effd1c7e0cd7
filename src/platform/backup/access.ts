import type { Config } from '../config.ts';
import type { PlainReader } from '../db/reader.ts';
import { lastAttempt, lastGoodAttempt } from './queries.ts';

const HOUR_MS = 3_600_000;

/** Returns the start time of the last good backup; undefined if there is none. */
export async function lastGoodBackup(reader: PlainReader): Promise<Date | undefined> {
  return (await lastGoodAttempt(reader))?.begunAt;
}

/** Says when the last good backup was, and whether that is as the settings want it. */
export async function backupState(
  reader: PlainReader,
  { backupFolder, backupEveryHours }: Pick<Config, 'backupFolder' | 'backupEveryHours'>,
  now: Date,
): Promise<{ state: 'ok' | 'warn' | 'fail'; detail: string }> {
  const [last, good] = await Promise.all([lastAttempt(reader), lastGoodAttempt(reader)]);
  const failed = last?.failure ? `; the last attempt at ${last.begunAt.toISOString()} failed: ${last.failure}` : '';
  if (!good) return { state: failed || backupFolder !== undefined ? 'fail' : 'warn', detail: `no backup yet${failed}` };
  const tried = good.verifiedAt === null ? 'not verified' : `verified ${good.verifiedAt.toISOString()}`;
  const detail = `last good backup ${good.begunAt.toISOString()}: ${good.file}, ${good.bytes} bytes, ${tried}${failed}`;
  // One that has been missed, and the next one not made either.
  const isLate = backupFolder !== undefined && now.getTime() - good.begunAt.getTime() > 2 * backupEveryHours * HOUR_MS;
  return { state: failed || isLate ? 'fail' : 'ok', detail };
}
