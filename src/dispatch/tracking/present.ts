import { type Static, Type } from 'typebox';
import { bearingOf } from '../../../rules/sphere.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { timesOfTasks } from '../estimates/access.ts';
import { distance } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import { Nullable } from '../http/validate.ts';
import { openPin } from '../pins/pin.ts';
import { uploadLink } from '../uploads/present.ts';
import { publicName } from '../worker-names/public-name.ts';
import type { TrackedRow } from './access.ts';

const Time = Nullable(Type.Integer());

/** A task as its recipient, or anybody with the link, sees it: no address, no phone number, no ID. */
export const Tracking = Type.Object({
  state: Type.Enum([0, 1, 2, 3], { description: '0: unassigned, 1: assigned, 2: active, 3: completed.' }),
  isPickup: Type.Boolean({ description: 'True for a pickup, false for a drop-off.' }),
  success: Nullable(Type.Boolean(), { description: 'Whether it succeeded; null: not completed.' }),
  timeCompleted: described(Time, 'When it was completed, in milliseconds since 1970; null: not completed.'),
  completeAfter: described(Time, 'Earliest time to do it, in milliseconds since 1970; null: none.'),
  completeBefore: described(Time, 'Latest time to do it, in milliseconds since 1970; null: none.'),
  estimatedArrivalTime: described(Time, 'Expected arrival in milliseconds since 1970; null if it is not known.'),
  hasArrived: Type.Boolean({ description: 'True once the worker is there.' }),
  stopsBefore: Nullable(Type.Integer(), {
    description: 'Stops of the worker before this one; null if it is not known.',
  }),
  worker: Nullable(
    Type.Object({
      displayName: Type.String({ description: 'Name that the worker has for recipients.' }),
      image: Nullable(Type.String(), { description: "Address of the worker's picture; null: not shown." }),
    }),
    { description: 'Who comes; null if nobody is shown.' },
  ),
  location: Nullable(
    Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: 'Approximate place of the worker: [longitude, latitude], to 100 m; null: not shown.',
    }),
  ),
  timeLocated: described(Time, 'When the worker was there, in milliseconds since 1970; null: not shown.'),
  distance: Nullable(Type.Integer({ description: 'Metres from there in a straight line, to 100 m; null: not shown.' })),
  bearing: Nullable(
    Type.Integer({
      description: 'Direction from the destination to the worker, in degrees from north; null: not shown.',
    }),
  ),
  merchant: Type.Object(
    {
      name: Type.String({ description: 'Name of the organization.' }),
      image: Nullable(Type.String(), { description: 'Address of its logo; null: none.' }),
      phone: Nullable(Type.String(), { description: 'Number that recipients may call; null: none.' }),
    },
    { description: 'The organization that the recipient knows.' },
  ),
  timezone: Type.String({ description: 'IANA time zone of the times.' }),
  messageForDriver: Nullable(Type.String(), { description: 'Message that the recipient left; null: none.' }),
  hasFeedback: Type.Boolean({ description: 'True if the recipient gave stars already.' }),
  pin: Nullable(Type.String({ description: 'PIN to give the driver; null: none, or not any more.' })),
});
export type TrackingView = Static<typeof Tracking>;

/** An older position is not shown. */
const FRESH_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/** The recipients' views of some tasks, in their order; one look for each organization. */
export async function presentTracking(
  reader: PlainReader,
  { config, clock, secrets }: Pick<Services, 'config' | 'clock' | 'secrets'>,
  rows: readonly TrackedRow[],
): Promise<TrackingView[]> {
  const now = clock.now();
  const arrivals = new Map<string, number | null>();
  for (const [organizationId, own] of Map.groupBy(rows.filter(isUnderWay), (row) => row.organizationId)) {
    const ids = own.map(({ id }) => id);
    const times = await timesOfTasks(reader.of(organizationId), ids, now);
    for (const id of ids) arrivals.set(id, times.get(id)?.arrival ?? null);
  }
  const mostStops = config.trackingStops;
  return rows.map((row) => ({
    ...present(row, arrivals.get(row.id) ?? null, { now, mostStops }),
    pin: row.sealedPin && openPin(secrets, row.sealedPin),
  }));
}

const isUnderWay = (row: TrackedRow) => row.workerId !== null && (row.state === 1 || row.state === 2);

/** @param arrival seconds from now on; null: unknown */
function present(
  row: TrackedRow,
  arrival: number | null,
  { now, mostStops }: { now: Date; mostStops: number },
): Omit<TrackingView, 'pin'> {
  const { workerName, workerDisplayName: displayName, workerImage } = row;
  return {
    state: row.state as 0 | 1 | 2 | 3,
    isPickup: row.pickupTask,
    success: row.completion?.success ?? null,
    timeCompleted: row.completedAt?.getTime() ?? null,
    completeAfter: row.completeAfter?.getTime() ?? null,
    completeBefore: row.completeBefore?.getTime() ?? null,
    // To the minute: more is not known, and what is the same is not told again.
    estimatedArrivalTime: arrival === null ? null : Math.ceil((now.getTime() + arrival * 1000) / MINUTE_MS) * MINUTE_MS,
    hasArrived: row.arrivedAt !== null,
    stopsBefore: row.stopsBefore,
    worker:
      workerName === null
        ? null
        : { displayName: publicName({ name: workerName, displayName }), image: row.showPicture ? workerImage : null },
    ...presentPlace(isUnderWay(row) ? locatedWorker(row, now, mostStops) : undefined),
    merchant: { name: row.merchantName, image: row.merchantImage, phone: row.phone },
    timezone: row.timezone,
    messageForDriver: row.recipientMessage?.text ?? null,
    hasFeedback: row.feedback.length > 0,
  };
}

/** The worker's position while it is fresh and this recipient is among the next stops. */
function locatedWorker(
  { workerLon, workerLat, locatedAt, stopsBefore, workerOnDuty, lon, lat }: TrackedRow,
  now: Date,
  mostStops: number,
): { worker: Location; door: Location; at: Date } | undefined {
  if (workerLon === null || workerLat === null || !locatedAt || !workerOnDuty) return undefined;
  if (stopsBefore === null || stopsBefore > mostStops) return undefined;
  if (locatedAt.getTime() < now.getTime() - FRESH_MS) return undefined;
  return { worker: [workerLon, workerLat], door: [lon, lat], at: locatedAt };
}

function presentPlace(
  located: ReturnType<typeof locatedWorker>,
): Pick<TrackingView, 'location' | 'timeLocated' | 'distance' | 'bearing'> {
  if (!located) return { location: null, timeLocated: null, distance: null, bearing: null };
  // Three digits: 100 m.
  const [lon, lat] = located.worker.map((degrees) => Math.round(degrees * 1000) / 1000) as [number, number];
  return {
    location: [lon, lat],
    timeLocated: Math.floor(located.at.getTime() / MINUTE_MS) * MINUTE_MS,
    distance: Math.round(distance(located.door, [lon, lat]) / 100) * 100,
    bearing: (Math.round(bearingOf(located.door, [lon, lat]) / 15) * 15) % 360,
  };
}

/** Links to the photos of a task that was completed, for an hour; those that were deleted lead nowhere. */
export function photosOf(
  services: Services,
  { completion, showPhotos, organizationId }: TrackedRow,
): Promise<string[]> {
  const ids = showPhotos && completion?.success ? (completion.photos ?? []) : [];
  return Promise.all(ids.map((id) => uploadLink(services, { organizationId, id }, 'file')));
}
