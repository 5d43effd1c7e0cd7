import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { AssignmentDecision } from './decision.ts';
import { decisionInsert } from './fragments.ts';

export async function insertDecision(tx: Tx, taskId: string, decision: AssignmentDecision): Promise<void> {
  await tx.run(decisionInsert(tx, taskId, decision));
}

/** The newest decisions on a task, newest first. */
export function listDecisions(
  reader: Reader,
  taskId: string,
  limit: number,
): Promise<(AssignmentDecision & { decidedAt: Date })[]> {
  return reader.all(sql<AssignmentDecision & { decidedAt: Date }>`
    select decided_at as "decidedAt", options, outcome, worker_id as "workerId", candidates
    from dispatch.assignment_decisions where organization_id = ${reader.organizationId} and task_id = ${taskId}
    order by seq desc limit ${limit}`);
}

export function deleteDecisions(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from dispatch.assignment_decisions
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and decided_at < ${before}`);
}
