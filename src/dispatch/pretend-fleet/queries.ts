import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

export interface PretendFleetRow {
  hubId: string;
  teamId: string;
  workerIds: string[];
  taskIds: string[];
}

/**
 * Notes that there is one, whose parts are told by `updatePretendFleet`.
 * @returns false when there was one already
 */
export async function insertPretendFleet(tx: Tx): Promise<boolean> {
  const row = await tx.first(sql`
    insert into dispatch.pretend_fleets (organization_id, hub_id, team_id, worker_ids, task_ids, created_at)
    values (${tx.organizationId}, '', '', '{}', '{}', ${tx.now}::timestamptz)
    on conflict do nothing
    returning 1 as "isNew"`);
  return row !== undefined;
}

export async function updatePretendFleet(tx: Tx, fleet: PretendFleetRow): Promise<void> {
  await tx.run(sql`
    update dispatch.pretend_fleets
    set hub_id = ${fleet.hubId}, team_id = ${fleet.teamId}, worker_ids = ${fleet.workerIds}::text[],
      task_ids = ${fleet.taskIds}::text[]
    where organization_id = ${tx.organizationId}`);
}

/** Forgets it, and says what it was. */
export function deletePretendFleet(tx: Tx): Promise<PretendFleetRow | undefined> {
  return tx.first(sql<PretendFleetRow>`
    delete from dispatch.pretend_fleets where organization_id = ${tx.organizationId}
    returning hub_id as "hubId", team_id as "teamId", worker_ids as "workerIds", task_ids as "taskIds"`);
}
