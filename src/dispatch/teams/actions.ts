import type { Static } from 'typebox';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { onUniqueViolation } from '../../platform/db/unique.ts';
import { newObjectId } from '../../platform/ids.ts';
import { emitChange } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { duplicate, invalidValue, missing } from '../http/errors.ts';
import { changedMetadata, newMetadata } from '../metadata/metadata.ts';
import { inOneOnly, isChange } from '../organization/changes.ts';
import { checkQuota } from '../organization/quotas.ts';
import { accessTeam, accessTeams, type TeamRow } from './access.ts';
import type { teamInput, teamUpdate } from './input.ts';
import {
  deleteTeam,
  insertTeam,
  lockTeamsOfManager,
  noteTeamsChanged,
  noteWorkersMoved,
  replaceManagers,
  replaceTeamsOfHub,
  replaceTeamsOfManager,
  replaceTeamsOfWorker,
  replaceWorkers,
  updateTeam,
} from './queries.ts';

/** Changes of managers change what administrators see. */
const SIGHT_CHANGES = { state: true };

/** Members of a team, locked so that none of them can be deleted until the commit. Undefined leaves them unchanged. */
interface Members {
  managers: string[] | undefined;
  workers: string[] | undefined;
}

/**
 * Creates a team.
 * @throws {DispatchError} 1000 for one team too many, 1004 for a name that is taken, 1900 without a manager
 */
export async function doCreateTeam(
  tx: Tx,
  body: Static<typeof teamInput>,
  { managers = [], workers = [] }: Members,
  by: ActionContext,
): Promise<TeamRow> {
  if (managers.length === 0) throw missing('managers must name at least one administrator.');
  await checkQuota(tx, 'teams');
  const id = newObjectId();
  const created = await insertTeam(tx, id, {
    name: body.name,
    hubId: body.hub ?? null,
    enableSelfAssignment: body.enableSelfAssignment ?? false,
    metadata: newMetadata(body.metadata),
  });
  if (!created) throw duplicate('name', body.name);
  await replaceWorkers(tx, id, workers);
  await replaceManagers(tx, id, managers);
  await noteWorkersMoved(tx, workers, by);
  emitChange(tx, 'teamCreated', { id, workers }, SIGHT_CHANGES);
  const team = await accessTeam(tx, id);
  audit(tx, 'team.created', undefined, team);
  return team;
}

/**
 * Changes what is given of a team that is locked.
 * @throws {DispatchError} 1000 when no manager would be left, 1004 for a name that is taken
 */
export async function doUpdateTeam(
  tx: Tx,
  team: TeamRow,
  body: Static<typeof teamUpdate>,
  { managers = team.managers, workers = team.workers }: Members,
  by: ActionContext,
): Promise<TeamRow> {
  const { id } = team;
  const name = body.name || team.name;
  if (body.managers?.length === 0) throw invalidValue('A team must have at least one manager.');
  const values = {
    name,
    hubId: body.hub === undefined ? team.hubId : body.hub,
    enableSelfAssignment: body.enableSelfAssignment ?? team.enableSelfAssignment,
    metadata: changedMetadata(team.metadata, body.metadata),
  };
  if (!isChange(team, { ...values, managers, workers })) return team;
  if (isChange(team, { managers })) await replaceManagers(tx, id, managers);
  if (isChange(team, { workers })) await replaceWorkers(tx, id, workers);
  await onUniqueViolation('teams_name', updateTeam(tx, id, values, by), () => duplicate('name', name));
  const moved = inOneOnly(team.workers, workers);
  await noteWorkersMoved(tx, moved, by);
  emitChange(tx, 'teamUpdated', { id, workers: moved }, { state: isChange(team, { managers }) });
  const after = await accessTeam(tx, id);
  audit(tx, 'team.changed', team, after);
  return after;
}

/** Deletes a team whose container was released. Its workers stay (src/dispatch/teams/README.md). */
export async function doDeleteTeam(tx: Tx, team: TeamRow, by: ActionContext): Promise<void> {
  const { id, workers } = team;
  await noteWorkersMoved(tx, workers, by);
  await deleteTeam(tx, id);
  audit(tx, 'team.deleted', team, undefined);
  emitChange(tx, 'teamDeleted', { id, workers }, SIGHT_CHANGES);
}

function audit(tx: Tx, action: `team.${string}`, before: TeamRow | undefined, after: TeamRow | undefined): void {
  const { organizationId, id, name } = (after ?? before)!;
  const names = ['name', 'hubId', 'enableSelfAssignment', 'managers', 'workers'] as const;
  const details = changesBetween<TeamRow>(before, after, names);
  tx.audit({ organizationId, action, object: { kind: 'team', id, name }, details });
}

/**
 * Makes these the teams of a worker.
 * @param worker with the teams so far
 * @throws {DispatchError} 1402 when one does not exist
 */
export async function doSetTeamsOfWorker(
  tx: Tx,
  { id, teams: before }: { organizationId: string; id: string; teams: readonly string[] },
  teams: readonly string[],
  by: ActionContext,
): Promise<void> {
  const after = await accessTeams(tx, teams);
  await replaceTeamsOfWorker(tx, id, after);
  await doNoteTeamsChanged(tx, inOneOnly(before, after), by);
}

/** Notes that workers came into these teams or left them. */
export async function doNoteTeamsChanged(tx: Tx, teams: readonly string[], by: ActionContext): Promise<void> {
  await noteTeamsChanged(tx, teams, by);
  // The worker has an event of their own; a team in a live view says how often it was changed.
  for (const team of teams) emitChange(tx, 'teamUpdated', { id: team, workers: [] });
}

/**
 * Makes these the teams of a hub.
 * @returns those whose hub is another now
 * @throws {DispatchError} 1402 when one does not exist
 */
export async function doSetTeamsOfHub(
  tx: Tx,
  hubId: string,
  teams: readonly string[],
  by: ActionContext,
): Promise<string[]> {
  return replaceTeamsOfHub(tx, hubId, await accessTeams(tx, teams), by);
}

/**
 * Makes these the teams that an administrator manages; whoever calls it tells of those that are others now.
 * @throws {DispatchError} 1000 when a team would be left without a manager (spec: dispatch 2), 1402 when one does not
 *   exist
 */
export async function doSetTeamsOfManager(
  tx: Tx,
  administratorId: string,
  teams: readonly string[],
  by: ActionContext,
): Promise<void> {
  const teamIds = await accessTeams(tx, teams);
  const before = await lockTeamsOfManager(tx, administratorId);
  const abandoned = before.find((team) => team.managers === 1 && !teamIds.includes(team.id));
  if (abandoned)
    throw invalidValue(
      `This administrator is the only manager of the team '${abandoned.name}'. Add another manager first.`,
    );
  await replaceTeamsOfManager(tx, administratorId, teamIds);
  const ids = before.map(({ id }) => id);
  await noteTeamsChanged(tx, inOneOnly(ids, teamIds), by);
}
