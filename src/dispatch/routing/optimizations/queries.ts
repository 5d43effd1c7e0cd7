import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { KeyCaller } from '../../http/caller.ts';

/** A task that somebody chose, whatever it is doing. */
export interface ChosenTaskRow {
  id: string;
  shortId: string;
  /** Whether nobody has it yet. */
  isWaiting: boolean;
  /** Whether its place is a street at least. */
  located: boolean;
}

export function findChosenTasks(reader: Reader, ids: readonly string[]): Promise<ChosenTaskRow[]> {
  return reader.all(sql<ChosenTaskRow>`
    select t.id, t.short_id as "shortId", t.state = 0 and t.position is not null as "isWaiting", d.located
    from dispatch.tasks t
      join dispatch.destinations d on d.organization_id = t.organization_id and d.id = t.destination_id
    where t.organization_id = ${reader.organizationId} and t.id = any(${ids}::text[])`);
}

/** Marks a dispatch started, from now on and by whom. */
export async function markStarted(tx: Tx, caller: KeyCaller, id: string): Promise<void> {
  await tx.run(sql`
    update dispatch.team_dispatches set is_started = true, submitted_at = ${tx.now}, caller = ${JSON.stringify(caller)}
    where organization_id = ${caller.organizationId} and id = ${id}`);
}

/** Forgets those that were made and never started, but for the newest. */
export async function deleteNeverStarted(tx: Tx, newest: number): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    delete from dispatch.team_dispatches d using (
      select id from dispatch.team_dispatches where organization_id = ${organizationId} and not is_started
      order by submitted_at desc, id offset ${newest}) as old
    where d.organization_id = ${organizationId} and d.id = old.id`);
}
