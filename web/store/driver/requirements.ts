import { foreignCodes, type MissingProof, missingProof } from '../../../rules/requirements.ts';
import type { Task } from '../wire/dispatch.ts';
import type { Completion } from './action.ts';
import { askedBarcodes } from './barcodes.ts';
import { type DriverField, type FieldProblem, fieldProblem } from './fields.ts';

/** A reason why the server would not take a completion. */
export type CompletionGap =
  | MissingProof
  /** One that the task does not ask for, where only those may be scanned. */
  | { kind: 'foreign barcode'; code: string }
  | { kind: 'field'; key: string; problem: FieldProblem };

/** The pictures of a completion, which go with it as files. */
export interface ProofCount {
  photos: number;
  signatures: number;
}

/** Requirements of a task. */
export type AskedTask = Pick<Task, 'requirements' | 'barcodes' | 'scanOnlyRequiredBarcodes' | 'pickupTask'>;

/**
 * Reasons why the server would not take a completion of the driver's active task; none: it takes it. The rules are the server's
 * (rules/requirements.ts, rules/custom-fields.ts); whether a PIN is right only the server knows.
 */
export function gapsOf(
  task: AskedTask,
  completion: Completion,
  proof: ProofCount,
  fields: readonly DriverField[],
): CompletionGap[] {
  const { notes = '', barcodes = [], verifiedAge = 0, pin = '' } = completion;
  const asked = askedBarcodes(task);
  const counted = {
    hasSignature: proof.signatures > 0,
    photos: proof.photos,
    notes,
    verifiedAge,
    hasPin: pin.trim() !== '',
    barcodes,
  };
  const { scanOnlyRequiredBarcodes, requirements } = task;
  return [
    ...foreignCodes({ scanOnlyRequiredBarcodes, barcodes: asked }, barcodes).map(
      (code) => ({ kind: 'foreign barcode', code }) as const,
    ),
    ...(completion.success ? missingProof({ requirements, barcodes: asked }, counted) : []),
    ...fieldGaps(task, completion, fields),
  ];
}

function fieldGaps(
  task: AskedTask,
  { customFields = [] }: Completion,
  fields: readonly DriverField[],
): CompletionGap[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return customFields.flatMap(({ key, value }, index) => {
    // What is no field's is passed over; of two with one key the later counts, and both have to be of its type.
    const field = byKey.get(key);
    const problem = field && fieldProblem(field, value, task);
    const isLast = customFields.findLastIndex((one) => one.key === key) === index;
    return problem && (isLast || problem !== 'required') ? [{ kind: 'field', key, problem }] : [];
  });
}
