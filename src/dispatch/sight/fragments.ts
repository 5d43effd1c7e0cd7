import { type Sql, sql } from '../../platform/db/sql.ts';
import { containerId } from '../containers/container-id.ts';
import type { Sight } from '../http/caller.ts';

/** Sight of a caller in an organization. */
export interface Viewer {
  organizationId: string;
  sight: Sight;
}

const EVERYTHING = sql<boolean>`true`;

/** The condition that a worker is in sight. @param id the column with the worker's ID */
export function seesWorker({ organizationId, sight }: Viewer, id: Sql): Sql<boolean> {
  if (sight.teams === null) return EVERYTHING;
  return sql<boolean>`exists (
    select from dispatch.team_workers as seen
    where seen.organization_id = ${organizationId} and seen.worker_id = ${id} and seen.team_id = any(${sight.teams}::text[]))`;
}

/** The condition that a team is in sight. @param id the column with the team's ID */
export function seesTeam({ sight }: Viewer, id: Sql): Sql<boolean> {
  return sight.teams === null ? EVERYTHING : sql<boolean>`${id} = any(${sight.teams}::text[])`;
}

/** The condition that a dispatch `d` is in sight: with its team; an optimization with all of its teams. */
export function seesDispatch(viewer: Viewer): Sql<boolean> {
  if (viewer.sight.teams === null) return EVERYTHING;
  return sql<boolean>`(${seesTeam(viewer, sql`d.team_id`)}
    and coalesce(d.options->'chosen'->'teams', '[]') <@ to_jsonb(${viewer.sight.teams}::text[]))`;
}

/** The condition that a route plan `p` is in sight: with its worker or its team; one that has neither everybody sees. */
export function seesRoutePlan(viewer: Viewer): Sql<boolean> {
  if (viewer.sight.teams === null) return EVERYTHING;
  return sql<boolean>`(p.worker_id is null and p.team_id is null
    or p.team_id is not null and ${seesTeam(viewer, sql`p.team_id`)} or ${seesWorker(viewer, sql`p.worker_id`)})`;
}

/**
 * The condition that a task `t` of the organization's own is in sight: a worker's with the worker, any other with the team
 * in whose container it is; what is in the organization's own container everybody sees.
 */
export function seesTask({ organizationId, sight }: Viewer): Sql<boolean> {
  if (sight.teams === null) return EVERYTHING;
  const containers = [
    containerId(organizationId, 'ORGANIZATION', organizationId),
    ...sight.teams.map((id) => containerId(organizationId, 'TEAM', id)),
  ];
  return sql<boolean>`(
    t.worker_id is null and t.container_id = any(${containers}::text[])
    or t.worker_id is not null and ${seesWorker({ organizationId, sight }, sql`t.worker_id`)})`;
}
