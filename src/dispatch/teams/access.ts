import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import type { Viewer } from '../sight/fragments.ts';
import { findTeam, findTeamByName, findTeams, lockMemberships, lockTeam, lockTeams, type TeamRow } from './queries.ts';

export { findTeams as teamsAmong, loadTeamNames } from './queries.ts';
export type { TeamRow };

/** @throws {DispatchError} 1402 when the organization has no such team */
export async function accessTeam(reader: Reader, id: string): Promise<TeamRow> {
  const team = await findTeam(reader, id);
  if (!team) throw notFound('There is no such team.');
  return team;
}

/** As {@link accessTeam}, and nobody else changes it until the commit. */
export async function accessTeamForUpdate(tx: Tx, id: string): Promise<TeamRow> {
  const team = await lockTeam(tx, id);
  if (!team) throw notFound('There is no such team.');
  return team;
}

/** @throws {DispatchError} 1402 when the organization has no team of this name */
export async function accessTeamByName(reader: Reader, name: string): Promise<TeamRow> {
  const team = await findTeamByName(reader, name);
  if (!team) throw notFound(`There is no team '${name}'.`);
  return team;
}

/**
 * From here to the commit nobody else changes who works in, who manages and which hub has which team. A membership can be
 * changed from either of its ends, and each locks its own end first: without this lock before both, two such requests
 * would wait for each other until PostgreSQL ends one, a second later, and hold their connections meanwhile.
 */
export async function accessMemberships(tx: Tx): Promise<void> {
  await lockMemberships(tx);
}

/**
 * The given teams' IDs, each once; none of them can be deleted until the commit.
 * @throws {DispatchError} 1402 when one does not exist in the organization
 */
export async function accessTeams(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  const known = new Set(await lockTeams(tx, uniqueIds));
  const unknown = uniqueIds.find((id) => !known.has(id));
  if (unknown) throw notFound(`There is no team ${unknown}.`);
  return uniqueIds;
}

/** The teams that limit somebody's sight; undefined when nothing does. */
export async function teamsInSight(reader: Reader, { sight }: Viewer): Promise<TeamRow[] | undefined> {
  return sight.teams === null ? undefined : findTeams(reader, sight.teams);
}
