import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import type { Completion, StoredReport, TaskRow } from './task-row.ts';

const LocationOrNone = Type.Array(Type.Number(), { maxItems: 2 });

/** IDs of uploads; `photoUploadId` is the first photo. */
const attachments = {
  unavailableAttachments: Type.Array(
    Type.Object({
      attachmentType: Type.String({ description: '`PHOTO` or `SIGNATURE`.' }),
      attachmentId: Type.String({ description: 'ID that the device gave the file.' }),
    }),
    { description: 'Photos and signatures that the device has and could not send.' },
  ),
  signatureUploadId: Nullable(Type.String(), { description: 'ID of the uploaded signature; null if there is none.' }),
  photoUploadId: Nullable(Type.String(), { description: 'ID of the first uploaded photo; null if there is none.' }),
  photoUploadIds: Nullable(Type.Array(Type.String()), {
    description: 'IDs of all uploaded photos; null if there are none.',
  }),
};

export const CompletionDetails = Type.Object({
  events: Type.Array(
    Type.Object({
      name: Type.String({ description: '`start`, `arrival` or `departure`.' }),
      time: Type.Integer({ description: 'When it happened, in milliseconds since 1970.' }),
      location: Type.Optional(
        described(LocationOrNone, 'Where the worker was: [longitude, latitude]; absent if it is not known.'),
      ),
    }),
    { description: 'What the worker did at the task, in order.' },
  ),
  actions: Type.Array(
    Type.Object({
      type: Type.String({ description: '`SIGNATURE`, `PHOTO`, `BARCODE`, `AGE` or `PIN`.' }),
      time: Type.Integer({ description: 'When the task was completed, in milliseconds since 1970.' }),
    }),
    { description: 'Proofs that the worker brought.' },
  ),
  time: Nullable(Type.Integer(), {
    description: 'When the task was completed, in milliseconds since 1970; null until then.',
  }),
  success: Type.Optional(Type.Boolean({ description: 'Whether the task succeeded; absent until it is completed.' })),
  notes: Type.Optional(Type.String({ description: "The worker's notes; absent until the task is completed." })),
  failureReason: Type.String({
    description: 'Reason in one word, such as `NOT_HOME`; `NONE` for a success and an open task.',
  }),
  failureNotes: Type.String({ description: 'Details of the failure; empty if there are none.' }),
  verifiedAge: Type.Optional(
    Type.Number({ description: 'Age in years that the recipient proved; absent if none was checked.' }),
  ),
  firstLocation: described(
    LocationOrNone,
    'Where the worker started the task: [longitude, latitude]; empty if it is not known.',
  ),
  lastLocation: described(
    LocationOrNone,
    'Where the worker completed it: [longitude, latitude]; empty if it is not known.',
  ),
  distance: Type.Optional(
    Type.Integer({
      description: 'Metres that the worker travelled from start to completion; absent if it is not known.',
    }),
  ),
  ...attachments,
});

/** A completion that a worker reported and that was not carried out: it came too late, or its PIN was wrong. Ours: only tasks that have one show it. */
export const CompletionReport = Type.Object({
  id: Type.String({ description: 'ID of the report.' }),
  worker: Type.String({ description: 'ID of the worker who reported it.' }),
  time: Type.Integer({ description: 'When the worker did it, in milliseconds since 1970.' }),
  timeReceived: Type.Integer({ description: 'When the server received the report, in milliseconds since 1970.' }),
  success: Type.Boolean({ description: 'Whether the worker reported a success.' }),
  notes: Type.String({ description: "The worker's notes; empty if there are none." }),
  failureReason: Type.String({ description: 'Reason in one word, such as `NOT_HOME`; `NONE` for a success.' }),
  failureNotes: Type.String({ description: 'Details of the failure; empty if there are none.' }),
  barcodes: Type.Array(Type.String(), { description: 'Text of the barcodes that were scanned.' }),
  verifiedAge: Nullable(Type.Number(), {
    description: 'Age in years that the recipient proved; null if none was checked.',
  }),
  wrongPin: Type.Optional(
    Type.Boolean({ description: 'True if the completion did not count because its PIN was wrong.' }),
  ),
  ...attachments,
});

/** The wire form of a report. */
export function presentReport(report: StoredReport): Static<typeof CompletionReport> {
  const { id, workerId, at, receivedAt, success, notes, failureReason, failureNotes } = report;
  return {
    id,
    worker: workerId,
    time: at,
    timeReceived: receivedAt,
    success,
    notes,
    failureReason,
    failureNotes,
    barcodes: report.barcodes ?? [],
    verifiedAge: report.verifiedAge ?? null,
    ...(report.wrongPin ? { wrongPin: true } : {}),
    ...presentAttachments(report),
  };
}

/** The wire form of a task's completion, with when it was started and reached. */
export function presentCompletion(row: TaskRow): Static<typeof CompletionDetails> {
  const { completion } = row;
  return {
    events: [
      ...event('start', row.startedAt, row.startLocation),
      ...event('arrival', row.arrivedAt, row.arrivalLocation),
      ...event('departure', row.completedAt, completion?.lastLocation),
    ],
    actions: actionsOf(row),
    time: row.completedAt?.getTime() ?? null,
    ...(completion ? { success: completion.success, notes: completion.notes } : {}),
    failureReason: completion?.failureReason ?? 'NONE',
    failureNotes: completion?.failureNotes ?? '',
    ...(typeof completion?.verifiedAge === 'number' ? { verifiedAge: completion.verifiedAge } : {}),
    firstLocation: completion?.firstLocation ?? [],
    lastLocation: completion?.lastLocation ?? [],
    ...(completion?.distance === undefined ? {} : { distance: completion.distance }),
    ...presentAttachments(completion ?? {}),
  };
}

function event(name: string, at: Date | null, location: readonly number[] | null | undefined) {
  if (!at) return [];
  return [{ name, time: at.getTime(), ...(location?.length === 2 ? { location: [...location] } : {}) }];
}

/** Returns the proofs of a completion that a task may require. */
function actionsOf({ completion, completedAt }: TaskRow): Static<typeof CompletionDetails>['actions'] {
  if (!completion || !completedAt) return [];
  const delivered = {
    SIGNATURE: completion.signature,
    PHOTO: completion.photos?.length,
    BARCODE: completion.barcodes?.length,
    AGE: completion.verifiedAge,
    PIN: completion.isPinRight,
  };
  return Object.entries(delivered).flatMap(([type, proof]) => (proof ? [{ type, time: completedAt.getTime() }] : []));
}

function presentAttachments({
  unavailable = [],
  signature = null,
  photos = [],
}: Pick<Completion, 'unavailable' | 'signature' | 'photos'>) {
  return {
    unavailableAttachments: unavailable,
    signatureUploadId: signature,
    photoUploadId: photos[0] ?? null,
    photoUploadIds: photos.length > 0 ? photos : null,
  };
}
