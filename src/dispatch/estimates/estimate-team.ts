import { Type } from 'typebox';
import type { VehicleType } from '../../../rules/travel.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import type { Services } from '../../platform/services.ts';
import { containersOf } from '../containers/access.ts';
import { distance } from '../geography/distance.ts';
import { Location } from '../geography/location.ts';
import { invalidType, invalidValue, missing, notFound } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { nearestOnDuty } from '../positions/access.ts';
import { accessTeam } from '../teams/access.ts';
import { workersById } from '../workers/access.ts';
import { stopTimesOf, travelModelOf } from './access.ts';
import { isEligibleWorker } from './queries.ts';
import { roadSeconds } from './roads/router.ts';
import { travelSeconds } from './travel.ts';

const VEHICLES = ['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK'] as const;
/** Nearest workers who are compared: a car from further away may come sooner than a bicycle, or than who is busy. */
const COMPARED = 20;
/** The soonest of them, by straight lines, whose ways are asked of the router. */
const ASKED = 3;
/** The vendor's page. */
const USUAL_SERVICE_SECONDS = 120;
/** The last second that JavaScript's and PostgreSQL's times can tell. */
const Seconds = Type.Number({ minimum: 0, maximum: 253_402_300_799 });

const Step = Type.Object({
  location: Location,
  travelTime: Type.Integer({ description: 'Seconds on the road to this stop.' }),
  distance: Type.Integer({ description: 'Metres to this stop.' }),
  serviceTime: Type.Integer({ description: 'Seconds at this stop.' }),
  arrivalTime: Type.Integer({ description: 'When the worker arrives, in seconds since 1970.' }),
  completionTime: Type.Integer({ description: 'When the worker leaves, in seconds since 1970.' }),
});

export const estimateTeam = dispatchOperation({
  method: 'GET',
  path: '/teams/:teamId/estimate',
  summary: 'Estimate which worker of a team would be there first, and when. Times are in seconds here',
  access: 'apiKey',
  ids: ['teamId'],
  query: {
    dropoffLocation: Type.String({ description: 'Where to deliver, as `longitude,latitude`.' }),
    pickupLocation: Type.String({ description: 'Where to pick up first, as `longitude,latitude`.' }),
    pickupTime: described(Seconds, 'Earliest pickup, in seconds since 1970.'),
    restrictedVehiclesTypes: Type.String({ description: 'Vehicle types that may not come, separated by commas.' }),
    serviceTime: Type.Number({ minimum: 0, maximum: 86_400, description: 'Seconds at each stop; 120 if absent.' }),
  },
  answer: Type.Object({
    workerId: Type.String({ description: 'ID of the worker who would be there first.' }),
    vehicle: Nullable(Type.Enum(VEHICLES), { description: "The worker's vehicle; null: on foot." }),
    steps: Type.Array(Step, { description: 'The stops, in order.' }),
  }),
  errors: [1402],
  async read({ reader, services, now }, { path, query }) {
    const stops = [query.pickupLocation, query.dropoffLocation].flatMap((text) => (text ? [readLocation(text)] : []));
    const first = stops[0];
    if (!first) throw missing('dropoffLocation or pickupLocation is required.');
    const team = await accessTeam(reader, path.teamId!);
    const where = isEligibleWorker(team.id, readVehicles(query.restrictedVehiclesTypes));
    const near = await nearestOnDuty(reader, services, first, where, COMPARED);
    const ids = near.map((worker) => worker.workerId);
    const rows = await workersById(reader, ids);
    const model = await travelModelOf(reader);
    const free = await freeAfter(reader, ids, now);
    const arrivals = near.flatMap((worker) => {
      const row = rows.get(worker.workerId);
      if (!row) return [];
      const vehicle = row.vehicle?.type ?? null;
      // The worker's existing tasks come first.
      const { seconds, from } = free.get(worker.workerId) ?? { seconds: 0, from: worker.location };
      const travel = travelSeconds(model, distance(from, first), vehicle, now);
      return [{ vehicle, workerId: worker.workerId, from, free: seconds, travel, seconds: seconds + travel }];
    });
    const bySeconds = arrivals.toSorted((a, b) => a.seconds - b.seconds);
    const soonest = await soonestByRoad(services, bySeconds.slice(0, ASKED), first);
    if (!soonest) throw notFound('No worker of the team is on duty with a known position and an allowed vehicle.');

    const serviceTime = Math.round(query.serviceTime ?? USUAL_SERVICE_SECONDS);
    let [at, place] = [Math.round(now.getTime() / 1000) + soonest.free, soonest.from];
    const onward = stops[1] && (await roadSeconds(services, soonest.vehicle, first, stops[1]));
    const steps = stops.map((location, index) => {
      const metres = distance(place, location);
      const byRoad = index === 0 ? soonest.travel : onward;
      const travelTime = byRoad ?? travelSeconds(model, metres, soonest.vehicle, now);
      const arrivalTime = at + travelTime;
      // A pickup is not available before its time.
      const ready =
        index === 0 && query.pickupLocation ? Math.max(arrivalTime, Math.round(query.pickupTime ?? 0)) : arrivalTime;
      [at, place] = [ready + serviceTime, location];
      return { location, travelTime, distance: Math.round(metres), serviceTime, arrivalTime, completionTime: at };
    });
    return { workerId: soonest.workerId, vehicle: soonest.vehicle, steps };
  },
});

interface Arrival {
  workerId: string;
  vehicle: VehicleType | null;
  from: Location;
  free: number;
  travel: number;
  seconds: number;
}

/** Returns the worker with the earliest arrival, by road if the router knows a route. */
async function soonestByRoad(
  services: Services,
  arrivals: readonly Arrival[],
  to: Location,
): Promise<Arrival | undefined> {
  const all = await Promise.all(
    arrivals.map(async (arrival) => {
      const travel = (await roadSeconds(services, arrival.vehicle, arrival.from, to)) ?? arrival.travel;
      return { ...arrival, travel, seconds: arrival.free + travel };
    }),
  );
  return all.toSorted((a, b) => a.seconds - b.seconds)[0];
}

/**
 * Returns when each worker has finished their tasks, in seconds from now, and where. Workers without tasks are left
 * out.
 */
async function freeAfter(
  reader: Reader,
  workerIds: readonly string[],
  now: Date,
): Promise<Map<string, { seconds: number; from: Location }>> {
  const times = await stopTimesOf(reader, workerIds, now);
  const containers = await containersOf(reader, 'WORKER', workerIds);
  const byWorker = Map.groupBy(times.values(), (time) => time.workerId);
  return new Map(
    [...byWorker].flatMap(([id, own]) => {
      const container = containers.get(id);
      const [lon, lat] = [container?.lastLon ?? container?.activeLon, container?.lastLat ?? container?.activeLat];
      if (typeof lon !== 'number' || typeof lat !== 'number') return [];
      return [
        [id, { seconds: Math.max(...own.map(({ through }) => through ?? 0)), from: [lon, lat] as Location }] as const,
      ];
    }),
  );
}

function readLocation(text: string): Location {
  const [lon = Number.NaN, lat = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => (part.trim() ? Number(part) : Number.NaN));
  if (!Number.isFinite(lon) || !Number.isFinite(lat) || rest.length > 0)
    throw invalidType('A location must be given as longitude,latitude.');
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90)
    throw invalidValue('A location must have a longitude from -180 to 180 and a latitude from -90 to 90.');
  return [lon, lat];
}

function readVehicles(text: string | undefined): string[] {
  const types = (text ?? '')
    .split(',')
    .map((type) => type.trim().toUpperCase())
    .filter(Boolean);
  const unknown = types.find((type) => !(VEHICLES as readonly string[]).includes(type));
  if (unknown) throw invalidValue(`restrictedVehiclesTypes names an unknown vehicle type: ${unknown.slice(0, 50)}.`);
  return types;
}
