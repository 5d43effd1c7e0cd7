import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import { TASK } from './queries.ts';
import type { TaskRow } from './task-row.ts';

/** The unfinished tasks that go to a destination. */
export async function tasksTo(reader: Reader, destinationId: string): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.tasks
    where organization_id = ${reader.organizationId} and destination_id = ${destinationId} and state < 3`);
  return rows.map((row) => row.id);
}

/** Returns the tasks whose destination is a door or street, not the centre of a larger area. */
export async function locatedTasks(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader.all(sql<{ id: string }>`
    select t.id from dispatch.tasks t
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id and d.located
    where t.organization_id = ${reader.organizationId} and t.id = any(${ids}::text[])`);
  return new Set(rows.map((row) => row.id));
}

/** Gives tasks another place; those that were completed meanwhile keep theirs. */
export function moveTaskRows(
  tx: Tx,
  ids: readonly string[],
  [lon, lat]: Location,
  by: ActionContext | undefined,
): Promise<TaskRow[]> {
  return tx.all(sql<TaskRow>`
    update dispatch.tasks as t set lon = ${lon}, lat = ${lat}, modified_at = ${tx.now}, version = t.version + 1,
      changed_by = ${changedBy(by)}::jsonb
    where t.organization_id = ${tx.organizationId} and t.id = any(${ids}::text[]) and t.state < 3 returning ${TASK}`);
}
