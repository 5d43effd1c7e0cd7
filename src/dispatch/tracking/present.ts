import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { stopTimesOf } from '../estimates/access.ts';
import { Nullable } from '../http/validate.ts';
import { publicName } from '../workers/public-name.ts';
import type { TrackedRow } from './access.ts';

const Time = Nullable(Type.Integer());

/** A task as its recipient, or anybody with the link, sees it: no address, no phone number, no ID. */
export const Tracking = Type.Object({
  state: Type.Enum([0, 1, 2, 3]),
  success: Nullable(Type.Boolean()),
  timeCompleted: Time,
  completeAfter: Time,
  completeBefore: Time,
  estimatedArrivalTime: Time,
  hasArrived: Type.Boolean(),
  stopsBefore: Nullable(Type.Integer()),
  worker: Nullable(Type.Object({ displayName: Type.String() })),
  location: Nullable(
    Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'About where the worker is, to 100 m.' }),
  ),
  merchant: Type.Object({ name: Type.String(), image: Nullable(Type.String()) }),
  messageForDriver: Nullable(Type.String()),
  hasFeedback: Type.Boolean(),
});

/** An older position is not shown. */
const FRESH_MS = 15 * 60_000;

/** The recipient's view of a task. */
export async function presentTracking(
  reader: Reader,
  { config, clock }: Services,
  row: TrackedRow,
): Promise<Static<typeof Tracking>> {
  const now = clock.now();
  const isUnderWay = row.workerId !== null && (row.state === 1 || row.state === 2);
  const times = isUnderWay ? await stopTimesOf(reader, row.organizationId, [row.workerId!], now) : undefined;
  const arrival = times?.get(row.id)?.arrival ?? null;
  return {
    state: row.state as 0 | 1 | 2 | 3,
    success: row.completion?.success ?? null,
    timeCompleted: row.completedAt?.getTime() ?? null,
    completeAfter: row.completeAfter?.getTime() ?? null,
    completeBefore: row.completeBefore?.getTime() ?? null,
    estimatedArrivalTime: arrival === null ? null : now.getTime() + arrival * 1000,
    hasArrived: row.arrivedAt !== null,
    stopsBefore: row.stopsBefore,
    worker:
      row.workerName === null
        ? null
        : { displayName: publicName({ name: row.workerName, displayName: row.workerDisplayName }) },
    location: isUnderWay ? shownLocation(row, now, config.trackingStops) : null,
    merchant: { name: row.merchantName, image: row.merchantImage },
    messageForDriver: row.recipientMessage?.text ?? null,
    hasFeedback: row.feedback.length > 0,
  };
}

/** The worker's position to three digits (100 m), while it is fresh and this recipient is among the next stops. */
function shownLocation(row: TrackedRow, now: Date, mostStops: number): number[] | null {
  const { workerLon, workerLat, locatedAt, stopsBefore } = row;
  if (workerLon === null || workerLat === null || !locatedAt || !row.workerOnDuty) return null;
  if (stopsBefore === null || stopsBefore > mostStops) return null;
  if (locatedAt.getTime() < now.getTime() - FRESH_MS) return null;
  return [workerLon, workerLat].map((degrees) => Math.round(degrees * 1000) / 1000);
}
