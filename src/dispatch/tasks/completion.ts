import { type Static, Type } from 'typebox';
import type { ActionContext } from '../http/caller.ts';
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

/** What a worker's device says besides. */
export const DriverCompletionInput = Type.Object({
  ...CompletionInput.properties,
  barcodes: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), {
        maxItems: 1000,
        description: 'what was scanned',
      }),
    ),
  ),
  verifiedAge: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 150,
        description: "years: the recipient's age by a document, or a lower bound of it",
      }),
    ),
  ),
});
export type DriverCompletionInput = Static<typeof DriverCompletionInput>;

/** A completion to store. */
export function readCompletion(given: Static<typeof CompletionInput>, by: ActionContext): Completion {
  return {
    success: given.success,
    notes: given.notes ?? '',
    failureReason: given.success ? 'NONE' : (given.failureReason ?? 'NONE'),
    failureNotes: given.success ? '' : (given.failureNotes ?? ''),
    firstLocation: [],
    lastLocation: [],
    by,
  };
}

/** As {@link readCompletion}, of a worker's device. */
export function readDriverCompletion(given: DriverCompletionInput, by: ActionContext): Completion {
  return {
    ...readCompletion(given, by),
    barcodes: [...new Set(given.barcodes ?? [])],
    verifiedAge: given.verifiedAge ?? null,
  };
}

/**
 * Checks what a worker must bring for a success (docs/decisions/requirements-bind-drivers.md): notes, an age that was
 * verified, and the barcodes that block the completion.
 * @throws {DispatchError} 1000 for what is missing, and for barcodes that were not asked for where only those are scanned
 */
export function checkRequirements(task: TaskRow, { success, notes, barcodes = [], verifiedAge }: Completion): void {
  const foreign = barcodes.find((data) => !task.barcodes.some((barcode) => barcode.data === data));
  if (task.scanOnlyRequiredBarcodes && foreign !== undefined)
    throw invalidValue(`The task does not ask for the barcode ${foreign}.`);
  if (!success) return;
  if (task.requirements.notes && notes.trim() === '') throw invalidValue('The task requires notes.');
  const { minimumAge } = task.requirements;
  if (minimumAge > 0 && (verifiedAge ?? 0) < minimumAge)
    throw invalidValue(`The task requires a verified age of at least ${minimumAge} years.`);
  const unscanned = task.barcodes.find(({ data, blockCompletion }) => blockCompletion && !barcodes.includes(data));
  if (unscanned) throw invalidValue(`The task requires the barcode ${unscanned.data} to be scanned.`);
}

/** A task is not completed before it was started, whatever the device's clock says. */
export function completionTime(task: TaskRow, at: Date): Date {
  return task.startedAt && at < task.startedAt ? task.startedAt : at;
}
