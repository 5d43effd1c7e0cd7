import type { ActionContext } from '../http/caller.ts';

/** What can be changed on the condition that nobody else was quicker. */
export interface VersionedRow {
  version: number;
  /** Null: nobody of the organization, or nobody since it was made. */
  changedBy: ActionContext | null;
  /** Null: not since it was made. */
  changedAt: Date | null;
}
