import type { Tx } from '../../platform/db/tx.ts';
import { audienceOfLists } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import { actionContext, type DispatchCaller } from '../http/caller.ts';
import { isChange } from '../organization/changes.ts';
import { accessWorkerForUpdate } from '../workers/access.ts';
import { readSchedule, type ScheduleEntry } from './entry.ts';
import { findEntries, saveEntries } from './queries.ts';

/**
 * Sets days of a worker's schedule, and gives all of it; other days stay as they are. Live views are told of the days that become other
 * ones.
 * @throws {DispatchError} 1000 as `readSchedule`, 1402 for an unknown worker
 */
export async function doSetSchedule(
  tx: Tx,
  caller: DispatchCaller,
  workerId: string,
  entries: readonly ScheduleEntry[],
): Promise<ScheduleEntry[]> {
  const { organizationId } = caller;
  const schedule = readSchedule(entries, tx.now);
  const { teams } = await accessWorkerForUpdate(tx, workerId);
  const before = new Map((await findEntries(tx, workerId)).map((entry) => [entry.date, entry]));
  const changed = schedule.filter((entry) => isChange(before.get(entry.date) ?? { ...entry, shifts: [] }, entry));
  if (changed.length === 0) return [...before.values()];
  await saveEntries(tx, workerId, changed);
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'scheduleUpdated',
    audience: audienceOfLists({ type: 'WORKER', id: workerId }, ...teams.map((id) => ({ type: 'TEAM' as const, id }))),
    by: actionContext(caller),
    // An entry without shifts: the day has none any more.
    payload: { workerId, entries: changed },
  });
  return findEntries(tx, workerId);
}
