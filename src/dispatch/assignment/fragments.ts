import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { AssignmentDecision } from './decision.ts';

/** @param where the name of a part of a larger statement: nothing is written when it has no row */
export function decisionInsert(
  tx: Tx,
  taskId: string,
  { options, outcome, workerId, candidates }: AssignmentDecision,
  where?: Sql,
): Sql {
  const condition = where ? sql`where exists (select from ${where})` : sql``;
  return sql`
    insert into dispatch.assignment_decisions
      (organization_id, task_id, decided_at, options, outcome, worker_id, candidates)
    select ${tx.organizationId}, ${taskId}, ${tx.now}::timestamptz, ${JSON.stringify(options)}::jsonb, ${outcome},
      ${workerId}, ${JSON.stringify(candidates)}::jsonb ${condition}`;
}
