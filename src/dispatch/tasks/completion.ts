import { type Static, Type } from 'typebox';
import { invalidValue } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';
import type { Completion, TaskRow } from './queries.ts';

const Text = Nullable(Type.String({ maxLength: 10_000 }));

/** What is said of a completion, in requests (clients.md D.2). */
export const CompletionInput = Type.Object({
  success: Type.Boolean(),
  notes: Type.Optional(Text),
  failureReason: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  failureNotes: Type.Optional(Text),
});

/** A completion to store. */
export function readCompletion(given: Static<typeof CompletionInput>): Completion {
  return {
    success: given.success,
    notes: given.notes ?? '',
    failureReason: given.success ? 'NONE' : (given.failureReason ?? 'NONE'),
    failureNotes: given.success ? '' : (given.failureNotes ?? ''),
    firstLocation: [],
    lastLocation: [],
  };
}

/**
 * What a worker must bring for a success. A dispatcher may complete a task without it.
 * @throws {DispatchError} 1000 when required notes are missing
 */
export function checkRequirements(task: TaskRow, completion: Completion): void {
  if (completion.success && task.requirements.notes && completion.notes.trim() === '')
    throw invalidValue('The task requires notes.');
}

/** A task is not completed before it was started, whatever the device's clock says. */
export function completionTime(task: TaskRow, at: Date): Date {
  return task.startedAt && at < task.startedAt ? task.startedAt : at;
}
