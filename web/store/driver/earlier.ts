import { MAX_COMPLETION_BARCODES, MAX_COMPLETION_NOTES, MAX_COMPLETION_PHOTOS } from '../../../rules/limits.ts';
import type { ActionFile, Completion, Scan } from './action.ts';
import { barcodesFor } from './barcodes.ts';
import { type DriverField, fieldProblem } from './fields.ts';
import type { AskedTask } from './requirements.ts';

/** Maximum number of photos in one completion. */

/** Proofs of a stop, before they are assigned to tasks. */
export interface StopProof {
  notes: string;
  photos: readonly ActionFile[];
  signature: ActionFile | null;
  barcodes: readonly string[];
  /** Scans by the camera; absent in data from an earlier version. */
  scans?: readonly Scan[];
  verifiedAge: number | null;
  /** By key. */
  fields: Readonly<Record<string, unknown>>;
}

/** The end of a task, with the files that go with it. */
interface End {
  completion: Completion;
  files: readonly ActionFile[];
}

/**
 * The end of a task that is finished in one go with others, with what was filled in of it before, at a visit of its own: nothing that was
 * written, scanned or photographed is lost. Of what can only be one (the signature, a field) it is what was just said. What does not fit
 * beside it gives way, since a driver who has left the door cannot mend it.
 * @param together all tasks of the go
 * @returns with the files that are not needed any more
 */
export function withEarlier(
  { completion, files }: End,
  earlier: StopProof,
  { task, together, fields }: { task: AskedTask; together: readonly AskedTask[]; fields: readonly DriverField[] },
): End & { leftOut: ActionFile[] } {
  const photos = files.filter(({ kind }) => kind === 'photo');
  const signatures = files.filter(({ kind }) => kind === 'signature');
  const room = Math.max(0, MAX_COMPLETION_PHOTOS - photos.length);
  const signature = earlier.signature ? [earlier.signature] : [];
  const isSigned = signatures.length > 0;
  const codes = [...new Set([...(completion.barcodes ?? []), ...earlier.barcodes])];
  const barcodes = barcodesFor(task, together, codes, !task.scanOnlyRequiredBarcodes).slice(0, MAX_COMPLETION_BARCODES);
  const scans = [...(completion.scans ?? []), ...(earlier.scans ?? [])].filter(({ data }) => barcodes.includes(data));
  return {
    completion: {
      ...completion,
      notes: notesOf(earlier.notes, completion.notes ?? ''),
      barcodes,
      ...(scans.length > 0 ? { scans } : {}),
      ...ageOf(completion.verifiedAge ?? null, earlier.verifiedAge),
      ...fieldsOf(task, fields, completion.customFields ?? [], earlier.fields),
    },
    files: [...earlier.photos.slice(0, room), ...photos, ...(isSigned ? signatures : signature)],
    leftOut: [...earlier.photos.slice(room), ...(isSigned ? signature : [])],
  };
}

/** Joins earlier and new notes; equal ones once. */
function notesOf(before: string, now: string): string {
  if (before.trim() === '' || before.trim() === now.trim()) return now;
  if (now.trim() === '') return before;
  const room = MAX_COMPLETION_NOTES - now.length - 1;
  // Not within a pair: half of one is no text that a server takes.
  return room > 0 ? `${before.slice(0, room).replace(/[\ud800-\udbff]$/, '')}\n${now}` : now;
}

/** The higher one: both were seen. */
function ageOf(now: number | null, before: number | null): Pick<Completion, 'verifiedAge'> {
  return now === null && before === null ? {} : { verifiedAge: Math.max(now ?? 0, before ?? 0) };
}

function fieldsOf(
  task: AskedTask,
  known: readonly DriverField[],
  now: NonNullable<Completion['customFields']>,
  before: StopProof['fields'],
): Pick<Completion, 'customFields'> {
  const answered = new Set(now.map(({ key }) => key));
  const stored = known
    .filter((field) => field.key in before && !answered.has(field.key) && !fieldProblem(field, before[field.key], task))
    .map(({ key }) => ({ key, value: before[key] }));
  const customFields = [...stored, ...now];
  return customFields.length > 0 ? { customFields } : {};
}
