import { type Static, Type } from 'typebox';
import type { RoadLeg } from '../estimates/roads/directions.ts';
import type { Address } from '../geocoding/address.ts';
import { distance } from '../geography/distance.ts';
import type { Location } from '../geography/location.ts';
import { Nullable } from '../http/validate.ts';
import type { HubRow } from '../hubs/access.ts';
import { Task } from '../tasks/present.ts';
import type { WorkerRow } from '../workers/access.ts';

/** Streets are so much longer than the straight line. */
const DETOUR = 1.3;
const METRES_PER_MILE = 1609.344;

/** A driver's manifest on paper (client: gonfleet's DeliveryManifest). */
export const DeliveryManifest = Type.Object({
  manifestDate: Type.Integer({ description: 'When it was made, in milliseconds since 1970.' }),
  departureTime: Type.Integer({ description: 'The same as `manifestDate`.' }),
  driver: Type.Object(
    {
      name: Type.String({ description: 'Full name.' }),
      phone: Type.String({ description: 'Phone number in E.164 form.' }),
    },
    { description: 'The worker who drives.' },
  ),
  vehicle: Type.Unknown({ description: "The worker's vehicle; null: on foot." }),
  hubAddress: Type.String({ description: 'Address of the hub in one line.' }),
  totalDistance: Type.String({ description: 'Length of the route in words, such as `2.1 miles`.' }),
  tasks: Type.Array(Task, { description: "The worker's tasks, in order." }),
  turnByTurn: Type.Array(
    Type.Object({
      start_address: Type.String({ description: 'Where the leg starts, in one line.' }),
      end_address: Type.String({ description: 'Where the leg ends, in one line.' }),
      driving_distance: Type.String({ description: 'Length of the leg in words, such as `0.7 miles`.' }),
      eta: Nullable(Type.Integer(), {
        description: 'When the worker arrives, in milliseconds since 1970; null if it is not known.',
      }),
      steps: Type.Array(Type.String(), {
        description: 'Directions by the configured router; empty if there is none, or it finds no route.',
      }),
      // Ours.
      isEstimated: Type.Boolean({ description: 'True if the distance is estimated from the straight line.' }),
    }),
    { description: 'The route from the hub, one leg for each task.' },
  ),
});

/**
 * The way from a hub along a worker's tasks, in their order.
 * @param legs by road, where they are known
 */
export function presentManifest(
  hub: HubRow,
  worker: WorkerRow,
  tasks: readonly Task[],
  legs: readonly (RoadLeg | undefined)[],
  now: Date,
): Static<typeof DeliveryManifest> {
  let from = { address: textOf(hub.address), at: [hub.longitude, hub.latitude] as Location };
  let total = 0;
  const turnByTurn = tasks.map((task, n) => {
    const to = { address: textOf(task.destination.address), at: task.destination.location as Location };
    const road = legs[n];
    const metres = road?.metres ?? distance(from.at, to.at) * DETOUR;
    total += metres;
    const leg = {
      start_address: from.address,
      end_address: to.address,
      driving_distance: miles(metres),
      eta: task.estimatedArrivalTime,
      steps: (road?.steps ?? []).map((step) => (step.metres > 0 ? `${step.text} (${miles(step.metres)})` : step.text)),
      isEstimated: road === undefined,
    };
    from = to;
    return leg;
  });
  const time = now.getTime();
  return {
    manifestDate: time,
    departureTime: time,
    driver: { name: worker.name, phone: worker.phone },
    vehicle: worker.vehicle,
    hubAddress: textOf(hub.address),
    totalDistance: miles(total),
    tasks: [...tasks],
    turnByTurn,
  };
}

const miles = (metres: number) => `${(metres / METRES_PER_MILE).toFixed(1)} miles`;

function textOf(address: Partial<Address>): string {
  const { number, street, apartment, city, state, postalCode, country } = address;
  const parts = [
    [number, street].filter(Boolean).join(' '),
    apartment,
    city,
    [state, postalCode].filter(Boolean).join(' '),
  ];
  return [...parts, country].filter(Boolean).join(', ');
}
