import { accountHere } from './account.ts';
import { copyOf, dropCopy, keepCopy } from './copies.ts';

const PREFIX = 'draft ';
const nameOf = (taskId: string) => `${PREFIX}${taskId}`;

/** Whether a copy of this name is one of those. */
export const isDraft = (name: string): boolean => name.startsWith(PREFIX);

/** Keeps what is filled in for a task and not done yet, with its files: it survives the page. @throws {StorageFull} */
export function keepDraft(taskId: string, value: unknown): Promise<void> {
  return keepCopy(accountHere()!, nameOf(taskId), value);
}

export function draftOf<T>(taskId: string): Promise<T | undefined> {
  return copyOf<T>(accountHere()!, nameOf(taskId));
}

/** After the task was done; its files belong to the action from then on. */
export function dropDraft(taskId: string): Promise<void> {
  return dropCopy(accountHere()!, nameOf(taskId));
}
