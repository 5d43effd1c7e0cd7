import { type Static, Type } from 'typebox';

export const BatchStatus = Type.Enum(['pending', 'succeeded', 'completedWithErrors']);

/** The status of a batch that has ended. */
export function batchStatus(failures: number): Exclude<Static<typeof BatchStatus>, 'pending'> {
  return failures > 0 ? 'completedWithErrors' : 'succeeded';
}
