import type { Task } from '../wire/dispatch.ts';
import type { Completion } from './action.ts';
import { askedBarcodes, isAskedFor, isScanned } from './barcodes.ts';
import { type DriverField, type FieldProblem, fieldProblem } from './fields.ts';

/** What a completion is short of, or has too much of. */
export type Gap =
  | { kind: 'signature' | 'photo' | 'notes' | 'pin' }
  | { kind: 'age'; years: number }
  /** One that must be scanned; undefined: whichever. */
  | { kind: 'barcode'; code: string | undefined }
  /** One that the task does not ask for, where only those may be scanned. */
  | { kind: 'foreign barcode'; code: string }
  | { kind: 'field'; key: string; problem: FieldProblem };

/** The pictures of a completion, which go with it as files. */
export interface ProofCount {
  photos: number;
  signatures: number;
}

/** What is asked of a task. */
export type Asked = Pick<Task, 'requirements' | 'barcodes' | 'scanOnlyRequiredBarcodes' | 'pickupTask'>;

/**
 * Why the API would not take a completion of the driver's active task; empty: it takes it. The same rules as the server's
 * (`tests/web/driver-rules.test.ts`), since a driver who has left the door cannot bring a signature any more. Whether a PIN is right is the
 * one thing that only the server knows (docs/decisions/0091-pins.md).
 */
export function gapsOf(task: Asked, completion: Completion, proof: ProofCount, fields: readonly DriverField[]): Gap[] {
  return [
    ...foreignBarcodes(task, completion),
    ...(completion.success ? missingProof(task, completion, proof) : []),
    ...fieldGaps(task, completion, fields),
  ];
}

function foreignBarcodes(task: Asked, { barcodes = [] }: Completion): Gap[] {
  if (!task.scanOnlyRequiredBarcodes) return [];
  const asked = askedBarcodes(task);
  return barcodes.filter((code) => !isAskedFor(asked, code)).map((code) => ({ kind: 'foreign barcode', code }));
}

function missingProof(
  task: Asked,
  { notes = '', barcodes = [], verifiedAge = 0, pin = '' }: Completion,
  { photos, signatures }: ProofCount,
): Gap[] {
  const { signature, photo, notes: needsNotes, minimumAge, pin: needsPin } = task.requirements;
  const unscanned = askedBarcodes(task).filter((asked) => asked.blockCompletion && !isScanned(asked, barcodes));
  return [
    ...(signature && signatures === 0 ? [{ kind: 'signature' } as const] : []),
    ...(photo && photos === 0 ? [{ kind: 'photo' } as const] : []),
    ...(needsNotes && notes.trim() === '' ? [{ kind: 'notes' } as const] : []),
    ...(minimumAge > 0 && verifiedAge < minimumAge ? [{ kind: 'age', years: minimumAge } as const] : []),
    ...(needsPin && pin.trim() === '' ? [{ kind: 'pin' } as const] : []),
    ...unscanned.map(({ code }) => ({ kind: 'barcode', code }) as const),
  ];
}

function fieldGaps(task: Asked, { customFields = [] }: Completion, fields: readonly DriverField[]): Gap[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return customFields.flatMap(({ key, value }, index) => {
    // What is no field's is passed over; of two with one key the later counts, and both have to be of its type.
    const field = byKey.get(key);
    const problem = field && fieldProblem(field, value, task);
    const isLast = customFields.findLastIndex((one) => one.key === key) === index;
    return problem && (isLast || problem !== 'required') ? [{ kind: 'field', key, problem }] : [];
  });
}
