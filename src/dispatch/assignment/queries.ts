import { type Sql, sql } from '../../platform/db/sql.ts';

/** Who of the workers on duty may be given a task. */
export interface Wanted {
  /** Members of one of these; undefined: everybody. */
  teams: readonly string[] | undefined;
  excluded: readonly string[];
  /** Workers with this many assigned tasks, or more, are passed over. */
  mostAssigned: number;
}

/** The condition on `p.worker_id` for a search among positions. */
export function isCandidate({ teams, excluded, mostAssigned }: Wanted): Sql {
  const conditions = [
    sql`coalesce((
      select c.task_count from dispatch.containers c
      where c.organization_id = p.organization_id and c.owner_id = p.worker_id and c.type = 'WORKER'), 0) < ${mostAssigned}`,
  ];
  if (excluded.length > 0) conditions.push(sql`p.worker_id <> all(${excluded}::text[])`);
  if (teams) {
    conditions.push(sql`exists (
      select from dispatch.team_workers m
      where m.organization_id = p.organization_id and m.worker_id = p.worker_id and m.team_id = any(${teams}::text[]))`);
  }
  return sql.join(conditions, ' and ');
}
