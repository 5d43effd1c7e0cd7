import { GOODS, RECIPIENTS } from './cast.ts';
import { STREETS } from './city.ts';
import type { Stage } from './stage.ts';

const HOUR_MS = 3_600_000;

/** Recipient of an order: nobody, the nearest driver, a team's list or a worker. */
export type OrderFor = 'nobody' | 'nearest' | { team: string } | { worker: string };

/** Draws whole numbers below a bound. */
export type Draw = (below: number) => number;

/** Orders come in: one task for whoever is named. */
export async function order({ dispatch, teamIds, now }: Stage, draw: Draw, to: OrderFor): Promise<void> {
  const { street, at } = STREETS[draw(STREETS.length)]!;
  const name = RECIPIENTS[draw(RECIPIENTS.length)]!;
  const due = now() + HOUR_MS * (1 + draw(4));
  await dispatch.post('/tasks', {
    destination: {
      address: {
        number: String(1 + draw(900)),
        street,
        city: 'San Francisco',
        state: 'California',
        country: 'United States',
      },
      // A few doors away from the corner.
      location: at.map((degrees) => degrees + (draw(100) - 50) / 20_000),
    },
    recipients: [{ name, phone: `+1628555${String(100 + RECIPIENTS.indexOf(name)).padStart(4, '0')}` }],
    notes: GOODS[draw(GOODS.length)]!,
    quantity: 1 + draw(4),
    serviceTime: 2,
    ...(draw(2) === 0 ? { completeAfter: due - HOUR_MS, completeBefore: due } : {}),
    ...(to === 'nearest' ? { autoAssign: { mode: 'distance', team: teamIds[draw(teamIds.length)] } } : {}),
    ...(typeof to === 'object'
      ? { container: 'team' in to ? { type: 'TEAM', team: to.team } : { type: 'WORKER', worker: to.worker } }
      : {}),
  });
}
