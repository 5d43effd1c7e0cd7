import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { type ContainerContents, holdingsOf } from '../containers/access.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { TeamRow } from './queries.ts';

/** A team as the API shows it (spec: dispatch 2). */
export const Team = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  name: Type.String(),
  workers: Type.Array(Type.String()),
  managers: Type.Array(Type.String()),
  hub: Nullable(Type.String()),
  enableSelfAssignment: Type.Boolean(),
  tasks: Type.Array(Type.String()),
  metadata: MetadataList,
  /** Ours: for `If-Match`. */
  version: Type.Integer(),
});
export type Team = Static<typeof Team>;

/** A team of which it is known what its container holds, or does not matter. */
export function presentTeamHolding(row: TeamRow, holding: ContainerContents | undefined): Team {
  return {
    id: row.id,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
    name: row.name,
    workers: row.workers,
    managers: row.managers,
    hub: row.hubId,
    enableSelfAssignment: row.enableSelfAssignment,
    tasks: holding?.tasks ?? [],
    metadata: row.metadata,
    version: row.version,
  };
}

/** Teams of one organization with the tasks of their containers. */
export async function presentTeams(reader: Reader, rows: readonly TeamRow[]): Promise<Team[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const holdings = await holdingsOf(reader, 'TEAM', ids);
  return rows.map((row) => presentTeamHolding(row, holdings.get(row.id)));
}

export async function presentTeam(reader: Reader, row: TeamRow): Promise<Team> {
  return (await presentTeams(reader, [row]))[0]!;
}
