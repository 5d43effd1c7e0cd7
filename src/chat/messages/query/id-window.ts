import { type Sql, sql } from '../../../platform/db/sql.ts';

/** Window of a message query: the `limit` messages nearest to a bound in one direction. */
export interface IdWindow {
  direction: 'older' | 'newer';
  /** IDs below it (older) or from it on (newer). */
  bound: number;
  limit: number;
  /** Last ID of it (older), or the ID after its last one (newer); undefined: it has no end. */
  end?: number;
}

export function within({ direction, bound, end }: IdWindow, id: Sql = sql`m.id`): Sql {
  const [begun, ended] =
    direction === 'older'
      ? [sql`${id} < ${bound}`, sql`${id} >= ${end}`]
      : [sql`${id} >= ${bound}`, sql`${id} < ${end}`];
  return end === undefined ? begun : sql`${begun} and ${ended}`;
}

export function inOrder({ direction, limit }: IdWindow, id: Sql = sql`m.id`): Sql {
  return sql`order by ${id} ${sql.raw(direction === 'older' ? 'desc' : 'asc')} limit ${limit}`;
}
