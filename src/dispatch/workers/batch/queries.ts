import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { changedBy } from '../../containers/changed-by.ts';
import type { ActionContext } from '../../http/caller.ts';
import type { FoldedWorker } from './fold-lines.ts';

/** The IDs of those of these numbers who are workers. */
export async function findIdsByPhones(reader: Reader, phones: readonly string[]): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.workers
    where organization_id = ${reader.organizationId} and phone = any(${phones}::text[])`);
  return rows.map(({ id }) => id);
}

/** Locks those of these numbers who are workers, in a fixed order. */
export async function lockIdsByPhones(tx: Tx, phones: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from dispatch.workers
    where organization_id = ${tx.organizationId} and phone = any(${phones}::text[]) order by id for update`);
  return rows.map(({ id }) => id);
}

/** Inserts teams of one manager, in the order of their names. @returns how many; those whose names are taken are none */
export function insertTeams(
  tx: Tx,
  teams: readonly { id: string; name: string }[],
  managerId: string,
): Promise<number> {
  const { organizationId } = tx;
  return tx.run(sql`
    with made as (
      insert into dispatch.teams (organization_id, id, name, enable_self_assignment, metadata, created_at, modified_at)
      select ${organizationId}, id, name, false, '[]', ${tx.now}, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as given (id text, name text) order by name
      on conflict (organization_id, name) do nothing returning id)
    insert into dispatch.team_managers (organization_id, team_id, administrator_id)
    select ${organizationId}, id, ${managerId} from made`);
}

/** Inserts workers in the order of their numbers. @returns how many; those whose numbers are taken are none */
export function insertWorkers(tx: Tx, workers: readonly (FoldedWorker & { personId: string })[]): Promise<number> {
  return tx.run(sql`
    insert into dispatch.workers (organization_id, id, name, display_name, phone, capacity, additional_capacities,
      vehicle, skills, metadata, person_id, created_at, modified_at)
    select ${tx.organizationId}, w.id, w.name, w.display_name, w.phone, w.capacity, w.additional_capacities, w.vehicle,
      w.skills, '[]', w.person_id, ${tx.now}, ${tx.now}
    from jsonb_to_recordset(${rowsOf(workers)}::jsonb) as w (id text, name text, display_name text, phone text,
      capacity float8, additional_capacities jsonb, vehicle jsonb, skills text[], person_id text) order by w.phone
    on conflict (organization_id, phone) do nothing`);
}

/** Writes the values of workers who are locked. */
export async function updateWorkers(tx: Tx, workers: readonly FoldedWorker[], by: ActionContext): Promise<void> {
  await tx.run(sql`
    update dispatch.workers as old set name = w.name, display_name = w.display_name, capacity = w.capacity,
      vehicle = w.vehicle, skills = w.skills, modified_at = ${tx.now}, version = version + 1,
      changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    from jsonb_to_recordset(${rowsOf(workers)}::jsonb) as w (id text, name text, display_name text, phone text,
      capacity float8, additional_capacities jsonb, vehicle jsonb, skills text[], person_id text)
    where old.organization_id = ${tx.organizationId} and old.id = w.id`);
}

/** Makes these the teams of workers who are locked. */
export async function replaceTeamsOfWorkers(
  tx: Tx,
  workers: readonly { id: string; teams: readonly string[] }[],
): Promise<void> {
  const { organizationId } = tx;
  const members = workers.flatMap(({ id, teams }) => teams.map((team) => ({ id, team })));
  await tx.run(sql`
    delete from dispatch.team_workers
    where organization_id = ${organizationId} and worker_id = any(${workers.map(({ id }) => id)}::text[])`);
  await tx.run(sql`
    insert into dispatch.team_workers (organization_id, team_id, worker_id)
    select ${organizationId}, team_id, worker_id
    from unnest(${members.map(({ team }) => team)}::text[], ${members.map(({ id }) => id)}::text[])
      with ordinality as given (team_id, worker_id, n)
    order by n`);
}

function rowsOf(workers: readonly (FoldedWorker & { personId?: string })[]): string {
  return JSON.stringify(
    workers.map(({ id, phone, values, personId }) => ({
      ...{ id, phone, name: values.name, display_name: values.displayName, capacity: values.capacity },
      ...{ additional_capacities: values.additionalCapacities, vehicle: values.vehicle, skills: values.skills },
      person_id: personId ?? null,
    })),
  );
}
