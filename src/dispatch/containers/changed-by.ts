import type { ActionContext } from '../http/caller.ts';

/**
 * Who changed a task or a list, as `changed_by` holds it. Every statement that changes a task for those who look at it sets this,
 * `modified_at` and the next `version`.
 */
export const changedBy = (by: ActionContext | null | undefined): string | null => (by ? JSON.stringify(by) : null);
