import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Server, startServer } from '../../src/app.ts';
import { holdsLaw, LiveReader, positionsAgree } from '../harness/live.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { liveStep, makeLiveWorld } from './live-play.ts';
import { takeLiveStep } from './live-world.ts';

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

test('a snapshot with every change since equals a fresh snapshot', LONG, async (t) => {
  const seed = Number(process.env.SEED ?? (SECONDS > 10 ? Date.now() % 1_000_000 : 899_487));
  t.diagnostic(`seed ${seed}`);
  const end = Date.now() + SECONDS * 1000;
  for (let run = 0; run === 0 || (Date.now() < end && (run < MAX_RUNS || SECONDS > 10)); run++) {
    const { world, watching } = await makeLiveWorld(here, there.url, `${seed % 1000}.${run}`);
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
