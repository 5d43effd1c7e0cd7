import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { straightMetres } from '../geography/straight-metres.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';

/** Completed tasks that have one of these in common: a quarter of an hour, a worker, a reason for failing. */
export interface CompletedRow {
  quarter: Date | null;
  workerId: string | null;
  reason: string | null;
  succeeded: number;
  failed: number;
  /** Tasks with a latest time that were completed by then. */
  onTime: number;
  late: number;
  /** From where they were started to where they were completed. */
  metres: number;
}

/** Conditions on the completed tasks. */
export interface CompletedFilter {
  from: Date;
  to: Date;
  teamId: string | undefined;
  workerId: string | undefined;
}

/**
 * Counts completed tasks that are in sight by quarter, worker and reason: each row is of one of the three. A quarter of an hour is
 * part of one day and hour wherever one is; time zones are not PostgreSQL's business.
 */
export function countCompleted(
  reader: Reader,
  viewer: Viewer,
  { from, to, teamId, workerId }: CompletedFilter,
): Promise<CompletedRow[]> {
  const { organizationId } = viewer;
  const ofTeam = teamId
    ? sql`exists (select from dispatch.team_workers m
        where m.organization_id = ${organizationId} and m.team_id = ${teamId} and m.worker_id = t.worker_id)`
    : sql`true`;
  return reader.all(sql<CompletedRow>`
    with done as (
      select date_bin('15 minutes', t.completed_at, 'epoch') as quarter, t.worker_id,
        coalesce((t.completion->>'success')::boolean, false) as success,
        coalesce(t.completion->>'failureReason', 'NONE') as reason,
        t.completed_at <= t.complete_before as is_on_time, ${METRES} as metres
      from dispatch.tasks t
      where t.organization_id = ${organizationId} and t.state = 3
        and coalesce(t.completed_at, t.created_at) >= ${from} and coalesce(t.completed_at, t.created_at) < ${to}
        and ${workerId ? sql`t.worker_id = ${workerId}` : sql`true`} and ${ofTeam} and ${seesTask(viewer)})
    select quarter, worker_id as "workerId", reason,
      count(*) filter (where success)::int as succeeded, count(*) filter (where not success)::int as failed,
      count(*) filter (where is_on_time)::int as "onTime", count(*) filter (where not is_on_time)::int as late,
      coalesce(sum(metres), 0) as metres
    from done group by grouping sets ((quarter), (worker_id), (reason))`);
}

const placeText = (name: string) => ({
  lon: `(t.completion->'${name}'->>0)::float8`,
  lat: `(t.completion->'${name}'->>1)::float8`,
});

/** Distance of each task as the crow flies, from its start to its completion; null if either position is unknown. */
const METRES: Sql = sql.raw(straightMetres(placeText('firstLocation'), placeText('lastLocation')));
