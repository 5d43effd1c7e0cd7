import { type Sql, sql } from '../db/sql.ts';

/**
 * The condition that events come after an ID, and up to another. PostgreSQL does not see the IDs when it plans, so it keeps one
 * plan: else it would plan anew for each range, which with the log's parts takes several times as long as reading
 * (docs/decisions/0118-event-log-by-weeks.md). It may not see the statement's limit either.
 */
export function idRange(after: number, upTo?: number): Sql {
  const isAfter = sql`id > (select ${after}::bigint)`;
  return upTo === undefined ? isAfter : sql`${isAfter} and id <= (select ${upTo}::bigint)`;
}
