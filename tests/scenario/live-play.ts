import fc from 'fast-check';
import type { DispatchClient } from '../harness/clients.ts';
import { makeDispatcher, startFleet } from '../harness/fleet.ts';
import type { TestServer } from '../harness/server.ts';
import { type LiveStep, LiveWorld, liveStepNames } from './live-world.ts';

/** Possible next steps, common ones more often. */
export const liveStep: fc.Arbitrary<LiveStep> = fc.record({
  do: fc.constantFrom(...liveStepNames, 'newTask', 'newTask', 'move', 'move', 'drive', 'drive'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000),
});

/**
 * A fleet that is changed through this process and through another, and who watches it: through each of both with a key
 * that sees everything, and as one team's administrator through the other.
 */
export async function makeLiveWorld(here: TestServer, thereUrl: string, tag: string) {
  const fleet = await startFleet(here);
  await fleet.team('South');
  const drivers = [await fleet.worker([-122.4, 37.78]), await fleet.worker([-122.41, 37.78], 'South')];
  const elsewhere = Object.assign(Object.create(fleet.api), { url: thereUrl }) as DispatchClient;
  const north = (await makeDispatcher(here, fleet, [fleet.north])).client;
  const limited = Object.assign(Object.create(north), { url: thereUrl }) as DispatchClient;
  const world = new LiveWorld([fleet.api, elsewhere], new Map(drivers.map(({ id, driver }) => [id, driver])), tag);
  return { world, watching: [fleet.api, elsewhere, limited] as const };
}
