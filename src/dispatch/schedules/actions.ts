import type { Tx } from '../../platform/db/tx.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { readSchedule, type ScheduleEntry } from './entry.ts';
import { findEntries, saveEntries } from './queries.ts';

/**
 * Sets days of a worker's schedule, and gives all of it; other days stay as they are.
 * @throws {DispatchError} 1000 as `readSchedule`, 1402 for an unknown worker
 */
export async function doSetSchedule(
  tx: Tx,
  organizationId: string,
  workerId: string,
  entries: readonly ScheduleEntry[],
): Promise<ScheduleEntry[]> {
  const kept = readSchedule(entries, tx.now);
  await accessWorkerForUpdate(tx, organizationId, workerId);
  if (kept.length > 0) await saveEntries(tx, organizationId, workerId, kept);
  return findEntries(tx, organizationId, workerId);
}
