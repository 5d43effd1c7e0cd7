import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** An attempt to back this server up. */
export interface BackupAttempt {
  begunAt: Date;
  file: string;
  /** Null where it failed. */
  bytes: number | null;
  failure: string | null;
  isScheduled: boolean;
  verifiedAt: Date | null;
}

/** The newest attempt of all. */
export function lastAttempt(reader: PlainReader): Promise<BackupAttempt | undefined> {
  return reader.first(sql<BackupAttempt>`
    select begun_at as "begunAt", file, bytes, failure, is_scheduled as "isScheduled", verified_at as "verifiedAt"
    from platform.backups order by begun_at desc limit 1`);
}

/** The newest attempt that came to its end. */
export function lastGoodAttempt(reader: PlainReader): Promise<BackupAttempt | undefined> {
  return reader.first(sql<BackupAttempt>`
    select begun_at as "begunAt", file, bytes, failure, is_scheduled as "isScheduled", verified_at as "verifiedAt"
    from platform.backups where failure is null order by begun_at desc limit 1`);
}

export function insertAttempt(tx: PlainTx, attempt: Omit<BackupAttempt, 'verifiedAt'>): Promise<number> {
  return tx.run(sql`
    insert into platform.backups (begun_at, file, bytes, failure, is_scheduled)
    values (${attempt.begunAt}, ${attempt.file}, ${attempt.bytes}, ${attempt.failure}, ${attempt.isScheduled})`);
}

export function deleteAttempts(tx: PlainTx, before: Date): Promise<number> {
  return tx.run(sql`delete from platform.backups where begun_at < ${before}`);
}

export function updateVerified(tx: PlainTx, begunAt: Date): Promise<number> {
  return tx.run(sql`update platform.backups set verified_at = ${tx.now} where begun_at = ${begunAt}`);
}
