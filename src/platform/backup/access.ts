import type { Config } from '../config.ts';
import type { PlainReader } from '../db/reader.ts';
import type { HealthWords } from '../texts/health-words.ts';
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
  { texts: { backup: texts }, time }: HealthWords,
): Promise<{ state: 'ok' | 'warn' | 'fail'; detail: string }> {
  const [last, good] = await Promise.all([lastAttempt(reader), lastGoodAttempt(reader)]);
  const withFailure = (known: string) =>
    last?.failure ? texts.failed({ good: known, begun: time(last.begunAt), reason: last.failure }) : known;
  const hasFailed = Boolean(last?.failure);
  if (!good)
    return { state: hasFailed || backupFolder !== undefined ? 'fail' : 'warn', detail: withFailure(texts.none) };
  const values = { begun: time(good.begunAt), file: good.file ?? '', bytes: Number(good.bytes) };
  const detail = withFailure(
    good.verifiedAt === null ? texts.good(values) : texts.verified({ ...values, verified: time(good.verifiedAt) }),
  );
  // One that has been missed, and the next one not made either.
  const isLate = backupFolder !== undefined && now.getTime() - good.begunAt.getTime() > 2 * backupEveryHours * HOUR_MS;
  return { state: hasFailed || isLate ? 'fail' : 'ok', detail };
}
