import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Server, startServer } from '../../src/app.ts';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { comparablePositions, differences } from '../../web/store/dispatch/law.ts';
import { DispatchClient, until } from '../harness/clients.ts';
import { startFleet } from '../harness/fleet.ts';
import { holdsLaw, LiveReader } from '../harness/live.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { type LiveStep, LiveWorld, liveStepNames, takeLiveStep } from './live-world.ts';

/*
 * The law of the live feed: a snapshot and every change since equal a fresh snapshot, for who sees everything and for who
 * sees a team, while several dispatchers, drivers and integrations change the fleet through two processes, and readers
 * come and go. LIVE_LAW_SECONDS=600 looks longer; SEED=… looks at the same again.
 */

const SECONDS = Number(process.env.LIVE_LAW_SECONDS ?? 10);
const LONG = { timeout: (SECONDS + 280) * 1000 };
const STEPS = 40;
/** Histories of an ordinary run; a long one goes on until its time is up. */
const MAX_RUNS = 2;

let here: TestServer & AsyncDisposable;
let there: Server;
before(async () => {
  here = await startTestServer();
  const { config, log, clock } = here.services;
  there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString: here.connectionString });
});
after(async () => {
  await there.close();
  await here[Symbol.asyncDispose]();
});

const liveStep: fc.Arbitrary<LiveStep> = fc.record({
  do: fc.constantFrom(...liveStepNames, 'newTask', 'newTask', 'move', 'move', 'drive', 'drive'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000),
});

/** A fleet, who changes it, and who watches it: with a key that sees everything, and as one team's administrator. */
async function makeWorld(tag: string) {
  const fleet = await startFleet(here);
  const email = `north.${tag}@couriers.example`;
  const { id } = (await fleet.api.post('/admins', { name: 'Nora North', email })).json;
  assert.equal((await fleet.api.put(`/teams/${fleet.north}`, { managers: [id] })).status, 200);
  await fleet.team('South');
  const drivers = [await fleet.worker([-122.4, 37.78]), await fleet.worker([-122.41, 37.78], 'South')];
  const { database } = here.services;
  const made = await database.transaction((tx) => doCreateAdministratorKey(tx, fleet.organization, email, ''));
  const elsewhere = Object.assign(Object.create(fleet.api), { url: there.url }) as DispatchClient;
  const limited = new DispatchClient({ url: there.url, api_key: made.key });
  const world = new LiveWorld([fleet.api, elsewhere], new Map(drivers.map(({ id, driver }) => [id, driver])), tag);
  return { world, watching: [fleet.api, elsewhere, limited] };
}

test('a snapshot with every change since equals a fresh snapshot', LONG, async (t) => {
  const seed = Number(process.env.SEED ?? (SECONDS > 10 ? Date.now() % 1_000_000 : 899_487));
  t.diagnostic(`seed ${seed}`);
  const end = Date.now() + SECONDS * 1000;
  for (let run = 0; run === 0 || (Date.now() < end && (run < MAX_RUNS || SECONDS > 10)); run++) {
    const { world, watching } = await makeWorld(`${seed % 1000}.${run}`);
    const readers = await Promise.all(watching.map((client) => LiveReader.open(client)));
    const steps = fc.sample(liveStep, { numRuns: STEPS, seed: seed + run });
    for (const [n, step] of steps.entries()) {
      // Two at once, as people do it; now and then somebody's network fails.
      await Promise.all([takeLiveStep(world, step), n % 5 === 0 ? takeLiveStep(world, { ...step, do: 'move' }) : 0]);
      const reader = readers[step.c % readers.length]!;
      if (step.b % 11 === 0) await reader.close();
      if (step.b % 11 === 0) await reader.connect();
    }
    for (const [n, reader] of readers.entries()) {
      await holdsLaw(reader, watching[n]!);
      await positionsAgree(reader, watching[n]!);
      await reader.close();
    }
  }
});

async function positionsAgree(reader: LiveReader, client: DispatchClient): Promise<void> {
  const fresh = await LiveReader.open(client);
  await until(() => fresh.framesOf('positions').length > 0, 'positions');
  const differing = () => differences(comparablePositions(reader.state), comparablePositions(fresh.state));
  await until(() => differing().length === 0, `positions: ${differing()[0]}`);
  await fresh.close();
}
