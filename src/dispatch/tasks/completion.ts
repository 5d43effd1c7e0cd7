import { type Static, Type } from 'typebox';
import {
  MAX_BARCODE_LENGTH,
  MAX_COMPLETION_BARCODES,
  MAX_COMPLETION_NOTES,
  MAX_COMPLETION_PHOTOS,
} from '../../../rules/limits.ts';
import { foreignCodes, type MissingProof, missingProof } from '../../../rules/requirements.ts';
import { described } from '../../platform/http/described.ts';
import { CustomValues } from '../custom-fields/value.ts';
import type { ActionContext } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import { Nullable, ObjectId } from '../http/validate.ts';
import { PinInput } from '../pins/pin.ts';
import { BarcodeScanInput, readScans } from './barcodes.ts';
import type { Completion, TaskRow } from './task-row.ts';

const Text = Nullable(Type.String({ maxLength: MAX_COMPLETION_NOTES }));

/** A completion in requests (clients.md D.2). */
export const CompletionInput = Type.Object({
  success: Type.Boolean({ description: 'True if the task succeeded, false if it failed.' }),
  notes: Type.Optional(described(Text, 'Notes on how it went.')),
  failureReason: Type.Optional(
    Nullable(Type.String({ maxLength: 100 }), {
      description: 'Reason of a failure in one word, such as `NOT_HOME`; `NONE` if absent. At most 100 characters.',
    }),
  ),
  failureNotes: Type.Optional(described(Text, 'Details of a failure; ignored for a success.')),
  pin: PinInput,
});

/** Further fields of a worker's device. */
export const DriverCompletionInput = Type.Object({
  ...CompletionInput.properties,
  barcodes: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: MAX_BARCODE_LENGTH }), {
        maxItems: MAX_COMPLETION_BARCODES,
        description: 'Text of the barcodes that were scanned.',
      }),
    ),
  ),
  scans: Type.Optional(
    Nullable(
      Type.Array(BarcodeScanInput, {
        maxItems: MAX_COMPLETION_BARCODES,
        description: 'How, when and where the `barcodes` were scanned.',
      }),
    ),
  ),
  verifiedAge: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 150,
        description: "The recipient's age in years by a document, or a lower bound of it.",
      }),
    ),
  ),
  photoUploadIds: Type.Optional(
    Nullable(Type.Array(ObjectId, { maxItems: MAX_COMPLETION_PHOTOS }), {
      description: 'IDs of photos that were uploaded before.',
    }),
  ),
  signatureUploadId: Type.Optional(Nullable(ObjectId, { description: 'ID of a signature that was uploaded before.' })),
  unavailableAttachments: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          attachmentType: Type.Enum(['PHOTO', 'SIGNATURE'], {
            description: 'Kind of the file that could not be sent.',
          }),
          attachmentId: Type.String({ minLength: 1, maxLength: 100, description: 'ID that the device gave the file.' }),
        }),
        { maxItems: 50, description: 'Files that the device has and could not send. They count as no proof.' },
      ),
    ),
  ),
  customFields: Type.Optional(
    Nullable(CustomValues, { description: 'Values of the custom fields that workers may fill in.' }),
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
  const barcodes = [...new Set(given.barcodes ?? [])];
  const scans = readScans(barcodes, given.scans);
  return {
    ...readCompletion(given, by),
    barcodes,
    ...(scans.length > 0 ? { scans } : {}),
    verifiedAge: given.verifiedAge ?? null,
    photos: [...new Set(given.photoUploadIds ?? [])],
    signature: given.signatureUploadId ?? null,
    unavailable: (given.unavailableAttachments ?? []).map(({ attachmentType, attachmentId }) => ({
      attachmentType,
      attachmentId,
    })),
  };
}

/** The uploads that a completion names. */
export const uploadsOf = ({ photos = [], signature }: Completion): string[] => [
  ...new Set([...photos, ...(signature ? [signature] : [])]),
];

/**
 * Checks what a worker must bring for a success (src/dispatch/tasks/README.md): a signature, a photo,
 * notes, an age that was verified, a PIN that was right, and the barcodes that block the completion.
 * @throws {DispatchError} 1000 that names all that is missing, and for barcodes that were not asked for where only those
 *   are scanned
 */
export function checkRequirements(task: TaskRow, completion: Completion): void {
  const { notes, barcodes = [], verifiedAge, isPinRight, photos = [], signature } = completion;
  const [foreign] = foreignCodes(task, barcodes);
  if (foreign !== undefined) throw invalidValue(`The task does not require the barcode ${foreign}.`);
  if (!completion.success) return;
  const missing = missingProof(task, {
    hasSignature: Boolean(signature),
    photos: photos.length,
    notes,
    verifiedAge: verifiedAge ?? 0,
    hasPin: Boolean(isPinRight),
    barcodes,
  });
  if (missing.length > 0) throw invalidValue(`The task requires ${missing.map(wordsOf).join(', ')}.`);
}

function wordsOf(missing: MissingProof): string {
  switch (missing.kind) {
    case 'signature':
      return 'a signature (signatureUploadId)';
    case 'photo':
      return 'a photo (photoUploadIds)';
    case 'notes':
      return 'notes';
    case 'age':
      return `a verified age of at least ${missing.years} years (verifiedAge)`;
    case 'pin':
      return "the recipient's PIN (pin)";
    case 'barcode':
      return `${missing.code === undefined ? 'a barcode' : `the barcode ${missing.code}`} to be scanned (barcodes)`;
  }
}

/** Nothing is done at a task before it was started, whatever the device's clock says. */
export function completionTime(task: TaskRow, at: Date): Date {
  return task.startedAt && at < task.startedAt ? task.startedAt : at;
}
