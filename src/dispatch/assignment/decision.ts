/** Why a worker was not chosen. */
export type Refusal =
  | 'excluded'
  | 'notInTeam'
  | 'missingSkill'
  | 'tooManyTasks'
  | 'fartherAway'
  | 'moreTravel'
  | 'relatedTaskElsewhere'
  | 'changedMeanwhile';

/** A worker on duty who was considered. */
export interface ConsideredWorker {
  workerId: string;
  /** Metres to the destination. */
  distance: number;
  /** Metres through all of the worker's tasks to the destination. */
  travel: number;
  /** Assigned, not started. */
  assignedTasks: number;
  /** Skills that the task requires and the worker lacks; absent in decisions made before skills existed. */
  missingSkills?: string[];
  /** Null: chosen. */
  refusedBecause: Refusal | null;
}

/** The outcome of one automatic assignment. */
export interface AssignmentDecision {
  options: object;
  outcome: 'assigned' | 'noCandidate' | 'notLocated';
  workerId: string | null;
  candidates: ConsideredWorker[];
}
