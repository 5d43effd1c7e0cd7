import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { notFound } from '../http/errors.ts';
import { findTeam, findTeamByName, lockTeam, lockTeams, type TeamRow } from './queries.ts';

export type { TeamRow };

/** @throws {DispatchError} 1402 when the organization has no such team */
export async function accessTeam(reader: Reader, organizationId: string, id: string): Promise<TeamRow> {
  const team = await findTeam(reader, organizationId, id);
  if (!team) throw notFound('There is no such team.');
  return team;
}

/** As {@link accessTeam}, and nobody else changes it until the commit. */
export async function accessTeamForUpdate(tx: Tx, organizationId: string, id: string): Promise<TeamRow> {
  const team = await lockTeam(tx, organizationId, id);
  if (!team) throw notFound('There is no such team.');
  return team;
}

/** @throws {DispatchError} 1402 when the organization has no team of this name */
export async function accessTeamByName(reader: Reader, organizationId: string, name: string): Promise<TeamRow> {
  const team = await findTeamByName(reader, organizationId, name);
  if (!team) throw notFound(`There is no team '${name}'.`);
  return team;
}

/**
 * The given teams' IDs, each once; none of them can be deleted until the commit.
 * @throws {DispatchError} 1402 when one does not exist in the organization
 */
export async function accessTeams(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)];
  const known = new Set(await lockTeams(tx, organizationId, wanted));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown) throw notFound(`There is no team ${unknown}.`);
  return wanted;
}
