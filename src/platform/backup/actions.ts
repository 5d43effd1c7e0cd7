import type { PlainTx } from '../db/tx.ts';
import { type BackupAttempt, deleteAttempts, insertAttempt, updateVerified } from './queries.ts';

/** Retention of the records of backups. */
const KEPT_MS = 400 * 24 * 3_600_000;

/** Notes that a backup was made, or was not. */
export async function doRecordBackup(tx: PlainTx, attempt: Omit<BackupAttempt, 'verifiedAt'>): Promise<void> {
  await insertAttempt(tx, attempt);
  await deleteAttempts(tx, new Date(tx.now.getTime() - KEPT_MS));
}

/** Notes that the backup that was begun then has been restored for a trial. */
export async function doRecordVerified(tx: PlainTx, begunAt: Date): Promise<void> {
  await updateVerified(tx, begunAt);
}
