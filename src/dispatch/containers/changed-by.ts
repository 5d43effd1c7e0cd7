import type { ActionContext } from '../http/caller.ts';

/**
 * Author of the last change of a task or list, as stored in `changed_by`. Every statement that visibly changes a task
 * sets this, `modified_at` and the next `version`.
 */
export const changedBy = (by: ActionContext | null | undefined): string | null => (by ? JSON.stringify(by) : null);
