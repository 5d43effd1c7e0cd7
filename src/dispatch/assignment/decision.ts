/** Why somebody was passed over. */
export type Refusal =
  | 'excluded'
  | 'notInTeam'
  | 'tooManyTasks'
  | 'fartherAway'
  | 'moreTravel'
  | 'relatedTaskElsewhere'
  | 'changedMeanwhile';

/** A worker on duty who was looked at. */
export interface ConsideredWorker {
  workerId: string;
  /** Metres to the destination. */
  distance: number;
  /** Metres through all that the worker has to do, to the destination. */
  travel: number;
  /** Assigned, not started. */
  assignedTasks: number;
  /** Null: chosen. */
  refusedBecause: Refusal | null;
}

/** What came of one automatic assignment. */
export interface AssignmentDecision {
  options: object;
  outcome: 'assigned' | 'noCandidate' | 'notLocated';
  workerId: string | null;
  candidates: ConsideredWorker[];
}
