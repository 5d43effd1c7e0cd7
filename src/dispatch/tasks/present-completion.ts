import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import type { Completion, StoredReport, TaskRow } from './task-row.ts';

const LocationOrNone = Type.Array(Type.Number(), { maxItems: 2 });

/** IDs of uploads; `photoUploadId` is the first photo. */
const attachments = {
  unavailableAttachments: Type.Array(Type.Object({ attachmentType: Type.String(), attachmentId: Type.String() })),
  signatureUploadId: Nullable(Type.String()),
  photoUploadId: Nullable(Type.String()),
  photoUploadIds: Nullable(Type.Array(Type.String())),
};

export const CompletionDetails = Type.Object({
  events: Type.Array(
    Type.Object({ name: Type.String(), time: Type.Integer(), location: Type.Optional(LocationOrNone) }),
  ),
  actions: Type.Array(Type.Object({ type: Type.String(), time: Type.Integer() })),
  time: Nullable(Type.Integer()),
  success: Type.Optional(Type.Boolean()),
  notes: Type.Optional(Type.String()),
  failureReason: Type.String(),
  failureNotes: Type.String(),
  verifiedAge: Type.Optional(Type.Number()),
  firstLocation: LocationOrNone,
  lastLocation: LocationOrNone,
  distance: Type.Optional(Type.Integer({ description: 'metres that the worker went from the start on, where known' })),
  ...attachments,
});

/** A completion that a worker reported and that was not carried out: it came too late, or its PIN was wrong. Ours: only tasks that have one show it. */
export const CompletionReport = Type.Object({
  id: Type.String(),
  worker: Type.String(),
  time: Type.Integer(),
  timeReceived: Type.Integer(),
  success: Type.Boolean(),
  notes: Type.String(),
  failureReason: Type.String(),
  failureNotes: Type.String(),
  barcodes: Type.Array(Type.String()),
  verifiedAge: Nullable(Type.Number()),
  wrongPin: Type.Optional(Type.Boolean({ description: 'not carried out because of its PIN, which was wrong' })),
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
