import type { Reader } from '../../platform/db/reader.ts';
import type { AssignmentDecision } from './decision.ts';
import { listDecisions } from './queries.ts';

/** Decisions that are shown for one task. */
const MAX = 20;

/** Why a task was assigned as it was: the newest decisions, newest first. */
export function decisionsOn(reader: Reader, taskId: string): Promise<(AssignmentDecision & { decidedAt: Date })[]> {
  return listDecisions(reader, taskId, MAX);
}
