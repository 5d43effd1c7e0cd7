import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { seesDispatch, seesRoutePlan, seesTask, seesTeam, seesWorker, type Viewer } from './fragments.ts';

/**
 * Returns the given IDs that name an object of the organization outside a limited sight: workers, teams, their
 * containers, tasks and their parts, route plans, dispatches.
 */
export async function findUnseen(reader: Reader, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const { organizationId } = viewer;
  const given = sql`${ids}::text[]`;
  const rows = await reader.all(sql<{ id: string }>`
    select id from dispatch.workers w
    where w.organization_id = ${organizationId} and w.id = any(${given}) and not ${seesWorker(viewer, sql`w.id`)}
    union all select id from dispatch.teams
    where organization_id = ${organizationId} and id = any(${given}) and not ${seesTeam(viewer, sql`id`)}
    union all select id from dispatch.containers c
    where c.organization_id = ${organizationId} and c.id = any(${given}) and (
      c.type = 'TEAM' and not ${seesTeam(viewer, sql`c.owner_id`)}
      or c.type = 'WORKER' and not ${seesWorker(viewer, sql`c.owner_id`)})
    union all select id from dispatch.tasks t
    where t.organization_id = ${organizationId} and t.id = any(${given}) and not ${seesTask(viewer)}
    union all select u.id from dispatch.uploads u
      left join dispatch.tasks t on t.organization_id = u.organization_id and t.id = u.task_id
    where u.organization_id = ${organizationId} and u.id = any(${given}) and not
      case when t.id is null then ${seesWorker(viewer, sql`u.worker_id`)} else ${seesTask(viewer)} end
    union all select id from dispatch.route_plans p
    where p.organization_id = ${organizationId} and p.id = any(${given}) and not ${seesRoutePlan(viewer)}
    union all select id from dispatch.team_dispatches d
    where d.organization_id = ${organizationId} and d.id = any(${given}) and not ${seesDispatch(viewer)}`);
  return rows.map(({ id }) => id);
}
