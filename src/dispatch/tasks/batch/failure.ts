import { type Static, Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { ItemError, itemErrorOf } from '../../http/item-error.ts';

/** A task that was not created, and why. */
export const TaskFailure = Type.Object({
  error: described(ItemError, 'Why the task was not created.'),
  task: Type.Unknown({ description: 'Body of the task, as it was sent.' }),
});
export type TaskFailure = Static<typeof TaskFailure>;

/** Does something for a task of a batch; what is wrong about the task spoils only itself. */
export async function orFailure<T>(task: unknown, work: () => Promise<T>): Promise<T | TaskFailure> {
  try {
    return await work();
  } catch (error) {
    return { error: itemErrorOf(error), task };
  }
}
