import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import { type ContainerContents, holdingsOf } from '../containers/access.ts';
import { Nullable } from '../http/validate.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { TeamRow } from './queries.ts';

/** A team as the API shows it (spec: dispatch 2). */
export const Team = Type.Object({
  id: Type.String({ description: 'ID of the team.' }),
  timeCreated: Type.Integer({ description: 'Time of creation, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'Time of the last change, in milliseconds since 1970.' }),
  name: Type.String({ description: 'Name, unique in the organization.' }),
  workers: Type.Array(Type.String(), { description: "IDs of the team's workers." }),
  managers: Type.Array(Type.String(), { description: 'IDs of the administrators who manage the team.' }),
  hub: Nullable(Type.String(), { description: 'ID of the hub that the team starts from; null if there is none.' }),
  enableSelfAssignment: Type.Boolean({
    description: "True if workers may take tasks of the team's list themselves; false by default.",
  }),
  tasks: Type.Array(Type.String(), { description: "IDs of the team's unassigned tasks, in their order." }),
  metadata: described(MetadataList, 'Your own data on the object; empty if there are none.'),
  /** Ours: for `If-Match`. */
  version: Type.Integer({ description: 'Number of the version, which grows with each change. Send it as `If-Match`.' }),
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
