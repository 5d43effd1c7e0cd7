import type { ActionContext } from '../http/caller.ts';

/** Row with a version for conditional changes. */
export interface VersionedRow {
  version: number;
  /** Null: nobody of the organization, or nobody since it was made. */
  changedBy: ActionContext | null;
  /** Null: not since it was made. */
  changedAt: Date | null;
}
