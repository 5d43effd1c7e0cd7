import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { changedBy } from '../containers/changed-by.ts';
import type { ActionContext } from '../http/caller.ts';
import type { PageEnd } from '../http/pages.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { VersionedRow } from '../organization/versioned.ts';

export interface TeamRow extends VersionedRow {
  organizationId: string;
  id: string;
  name: string;
  hubId: string | null;
  enableSelfAssignment: boolean;
  metadata: Metadata[];
  workers: string[];
  managers: string[];
  createdAt: Date;
  modifiedAt: Date;
}

export type TeamValues = Pick<TeamRow, 'name' | 'hubId' | 'enableSelfAssignment' | 'metadata'>;

const columns = sql.raw(`
  organization_id as "organizationId", id, name, hub_id as "hubId", enable_self_assignment as "enableSelfAssignment",
  metadata, created_at as "createdAt", modified_at as "modifiedAt", version, changed_by as "changedBy",
  changed_at as "changedAt",
  array(select worker_id from dispatch.team_workers as member
    where member.organization_id = teams.organization_id and member.team_id = teams.id order by place) as workers,
  array(select administrator_id from dispatch.team_managers as manager
    where manager.organization_id = teams.organization_id and manager.team_id = teams.id order by place) as managers`);

export function findTeam(reader: Reader, id: string): Promise<TeamRow | undefined> {
  return reader.first(sql<TeamRow>`
    select ${columns} from dispatch.teams where organization_id = ${reader.organizationId} and id = ${id}`);
}

export function findTeamByName(reader: Reader, name: string): Promise<TeamRow | undefined> {
  return reader.first(sql<TeamRow>`
    select ${columns} from dispatch.teams where organization_id = ${reader.organizationId} and name = ${name}`);
}

export async function lockTeam(tx: Tx, id: string): Promise<TeamRow | undefined> {
  const locked = await tx.first(sql`
    select from dispatch.teams where organization_id = ${tx.organizationId} and id = ${id} for update`);
  // Members are read after the lock: a statement that waited for it would still see them as they were before.
  return locked ? findTeam(tx, id) : undefined;
}

/** Waits for whoever else holds it, and keeps it until the commit. Rows that refer to the organization do not wait. */
export async function lockMemberships(tx: Tx): Promise<void> {
  await tx.run(sql`select from platform.organizations where id = ${tx.organizationId} for no key update`);
}

/** A page of an organization's teams by age. */
export function pageOfTeams(
  reader: Reader,
  condition: Sql<boolean>,
  after: (TeamRow & PageEnd) | undefined,
  limit: number,
): Promise<(TeamRow & PageEnd)[]> {
  const beyond = after ? sql`(created_at, id) > (${after.createdAtText}::timestamptz, ${after.id})` : sql`true`;
  return reader.all(sql<TeamRow & PageEnd>`
    select ${columns}, created_at::text as "createdAtText" from dispatch.teams
    where organization_id = ${reader.organizationId} and ${condition} and ${beyond}
    order by created_at, id limit ${limit}`);
}

/** Locks the given teams against deletion until the commit and returns the IDs that exist. */
export async function lockTeams(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from dispatch.teams where organization_id = ${tx.organizationId} and id = any(${ids}::text[])
    order by id for key share`);
  return rows.map((row) => row.id);
}

/** False when the name is taken. */
export async function insertTeam(tx: Tx, id: string, values: TeamValues): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into dispatch.teams
      (organization_id, id, name, hub_id, enable_self_assignment, metadata, created_at, modified_at)
    values (${tx.organizationId}, ${id}, ${values.name}, ${values.hubId}, ${values.enableSelfAssignment},
      ${JSON.stringify(values.metadata)}, ${tx.now}, ${tx.now})
    on conflict (organization_id, name) do nothing`);
  return inserted > 0;
}

export async function updateTeam(tx: Tx, id: string, values: TeamValues, by: ActionContext): Promise<void> {
  await tx.run(sql`
    update dispatch.teams set name = ${values.name}, hub_id = ${values.hubId},
      enable_self_assignment = ${values.enableSelfAssignment}, metadata = ${JSON.stringify(values.metadata)},
      modified_at = ${tx.now}, version = version + 1, changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** Notes that teams were changed from the other end: who works in them, or who manages them. */
export async function noteTeamsChanged(tx: Tx, ids: readonly string[], by: ActionContext): Promise<void> {
  const { organizationId } = tx;

  if (ids.length === 0) return;
  await tx.run(sql`
    update dispatch.teams set modified_at = ${tx.now}, version = version + 1, changed_by = ${changedBy(by)},
      changed_at = ${tx.now}
    from (select id from dispatch.teams where organization_id = ${organizationId} and id = any(${ids}::text[])
      order by id for no key update) as changed
    where teams.organization_id = ${organizationId} and teams.id = changed.id`);
}

/** Notes that workers came into a team or left it. */
export async function noteWorkersMoved(tx: Tx, ids: readonly string[], by: ActionContext): Promise<void> {
  const { organizationId } = tx;

  if (ids.length === 0) return;
  await tx.run(sql`
    update dispatch.workers set modified_at = ${tx.now}, version = version + 1, changed_by = ${changedBy(by)},
      changed_at = ${tx.now}
    from (select id from dispatch.workers where organization_id = ${organizationId} and id = any(${ids}::text[])
      order by id for no key update) as moved
    where workers.organization_id = ${organizationId} and workers.id = moved.id`);
}

export async function replaceWorkers(tx: Tx, id: string, workers: string[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`delete from dispatch.team_workers where organization_id = ${organizationId} and team_id = ${id}`);
  await tx.run(sql`
    insert into dispatch.team_workers (organization_id, team_id, worker_id)
    select ${organizationId}, ${id}, worker_id from unnest(${workers}::text[]) with ordinality as given (worker_id, n)
    order by n`);
}

export async function replaceManagers(tx: Tx, id: string, managers: string[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`delete from dispatch.team_managers where organization_id = ${organizationId} and team_id = ${id}`);
  await tx.run(sql`
    insert into dispatch.team_managers (organization_id, team_id, administrator_id)
    select ${organizationId}, ${id}, administrator_id
    from unnest(${managers}::text[]) with ordinality as given (administrator_id, n) order by n`);
}

/** Makes these the worker's teams. */
export async function replaceTeamsOfWorker(tx: Tx, workerId: string, teams: readonly string[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    delete from dispatch.team_workers where organization_id = ${organizationId} and worker_id = ${workerId}`);
  await tx.run(sql`
    insert into dispatch.team_workers (organization_id, team_id, worker_id)
    select ${organizationId}, team_id, ${workerId} from unnest(${teams}::text[]) with ordinality as given (team_id, n)
    order by n`);
}

/** Makes these the teams of a hub: they leave the hub they had, and those that are not named have none. */
export async function replaceTeamsOfHub(
  tx: Tx,
  hubId: string,
  teams: readonly string[],
  by: ActionContext,
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    update dispatch.teams set hub_id = case when id = any(${teams}::text[]) then ${hubId} end, modified_at = ${tx.now},
      version = version + 1, changed_by = ${changedBy(by)}, changed_at = ${tx.now}
    where organization_id = ${tx.organizationId}
      and (hub_id = ${hubId} and not id = any(${teams}::text[])
        or id = any(${teams}::text[]) and hub_id is distinct from ${hubId})
    returning id`);
  return rows.map(({ id }) => id);
}

export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from dispatch.teams where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** The teams that an administrator manages, locked until the commit, and how many managers each has. */
export async function lockTeamsOfManager(
  tx: Tx,
  administratorId: string,
): Promise<{ id: string; name: string; managers: number }[]> {
  const { organizationId } = tx;

  await tx.run(sql`
    select from dispatch.teams where organization_id = ${organizationId} and id in (
      select team_id from dispatch.team_managers
      where organization_id = ${organizationId} and administrator_id = ${administratorId})
    order by id for update`);
  // Counted after the lock: a statement that waited for it would still see the managers as they were before.
  return tx.all(sql<{ id: string; name: string; managers: number }>`
    select id, name, (
      select count(*)::int from dispatch.team_managers as any_manager
      where any_manager.organization_id = managed.organization_id and any_manager.team_id = managed.team_id) as managers
    from dispatch.team_managers as managed join dispatch.teams on teams.organization_id = managed.organization_id
      and teams.id = managed.team_id
    where managed.organization_id = ${organizationId} and managed.administrator_id = ${administratorId} order by id`);
}

/** Makes these the teams that an administrator manages; those that stay keep their place. */
export async function replaceTeamsOfManager(tx: Tx, administratorId: string, teams: readonly string[]): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    delete from dispatch.team_managers
    where organization_id = ${organizationId} and administrator_id = ${administratorId}
      and not team_id = any(${teams}::text[])`);
  await tx.run(sql`
    insert into dispatch.team_managers (organization_id, team_id, administrator_id)
    select ${organizationId}, team_id, ${administratorId} from unnest(${teams}::text[]) as given (team_id)
    on conflict do nothing`);
}

export function findTeams(reader: Reader, ids: readonly string[]): Promise<TeamRow[]> {
  return reader.all(sql<TeamRow>`
    select ${columns} from dispatch.teams where organization_id = ${reader.organizationId} and id = any(${ids}::text[])`);
}

/** The names of all teams of the organization. */
export function loadTeamNames(reader: Reader): Promise<{ id: string; name: string }[]> {
  return reader.all(sql<{ id: string; name: string }>`
    select id, name from dispatch.teams where organization_id = ${reader.organizationId} order by created_at, id`);
}
