/**
 * The law of the live feed with kill -9 of one of two processes in between: who read there goes on at the other, or at the
 * one that is started again, and has in the end what somebody has who begins anew.
 *
 * Longer, and with other moments: LIVE_LAW_SECONDS=300 SEED=7 npm test -- tests/fault/live-law
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { DispatchClient } from '../harness/clients.ts';
import { holdsLaw, LiveReader, positionsAgree } from '../harness/live.ts';
import { Installation, type Program } from '../harness/program.ts';
import { startTestServer } from '../harness/server.ts';
import { liveStep, makeLiveWorld } from '../scenario/live-play.ts';
import { type LiveStep, type LiveWorld, takeLiveStep } from '../scenario/live-world.ts';

const SECONDS = Number(process.env.LIVE_LAW_SECONDS ?? 0);
const LONG = { timeout: (SECONDS + 280) * 1000 };
/** Before the kill, while one process serves alone, and after the other is back. */
const STEPS = { before: 12, alone: 8, after: 8 };
/** Requests in progress when the process is killed; all views show alike whether they succeeded. */
const UNDER_WAY: readonly LiveStep['do'][] = [
  'newTask',
  'move',
  'changeTask',
  'newTask',
  'changeWorker',
  'completeTask',
];

const installation = await Installation.create();
after(() => installation[Symbol.asyncDispose]());
const here = await startTestServer();
after(() => here[Symbol.asyncDispose]());
const { dataDir } = here.services.config;
/** Tasks name where they are followed: the same in both processes. */
const startThere = () =>
  installation.start({ DATABASE_URL: here.connectionString, DATA_DIR: dataDir, PUBLIC_URL: here.url });

async function takeAll(world: LiveWorld, steps: readonly LiveStep[]): Promise<void> {
  for (const step of steps)
    await Promise.all([takeLiveStep(world, step), takeLiveStep(world, { ...step, do: 'move' })]);
}

/** Kills a process that has answered the first of several requests. */
async function killInTheMidst(program: Program, world: LiveWorld, steps: readonly LiveStep[]): Promise<void> {
  // The second dispatcher's client is that process's.
  const asked = UNDER_WAY.map((name, n) => takeLiveStep(world, { ...steps[n]!, do: name, a: n, b: n + 1 }));
  const settled = Promise.allSettled(asked);
  await Promise.race(asked);
  await program.end('SIGKILL');
  await settled;
}

/** Goes on with a view elsewhere, or there again: by the ID of what was read last, without beginning anew. */
async function goOn(reader: LiveReader, client: DispatchClient): Promise<LiveReader> {
  const next = await LiveReader.open(client, { live: reader.live });
  assert.deepEqual(next.framesOf('snapshot'), []);
  return next;
}

test(
  'after kill -9 of one of two processes, views go on at the other and at the one started again',
  LONG,
  async (t) => {
    const seed = Number(process.env.SEED ?? (SECONDS > 0 ? Date.now() % 1_000_000 : 20_261));
    t.diagnostic(`seed ${seed}`);
    const end = Date.now() + SECONDS * 1000;
    let program = await startThere();
    for (let run = 0; run === 0 || Date.now() < end; run++) {
      const { world, watching } = await makeLiveWorld(here, program.url, `${seed % 1000}.${run}`);
      const [atHere, atThere, limited] = watching;
      // After a hub is deleted all views begin anew: here they are to go on.
      const goingOn = liveStep.filter((step) => step.do !== 'deleteHub');
      const steps = fc.sample(goingOn, { numRuns: 40, seed: seed + run });
      const staying = await LiveReader.open(atHere);
      const moving = await LiveReader.open(atThere);
      const returning = await LiveReader.open(atThere);
      const ofTeam = await LiveReader.open(limited);
      await takeAll(world, steps.slice(0, STEPS.before));
      await killInTheMidst(program, world, steps);
      await Promise.all([moving, returning, ofTeam].map(({ ended }) => ended));

      const elsewhere = world.dispatchers.pop()!;
      const moved = await goOn(moving, atHere);
      await takeAll(world, steps.slice(STEPS.before, STEPS.before + STEPS.alone));
      program = await startThere();
      world.dispatchers.push(elsewhere);
      const returned = await goOn(returning, atThere);
      const alsoReturned = await LiveReader.open(limited, { live: ofTeam.live });
      await takeAll(world, steps.slice(STEPS.before + STEPS.alone, STEPS.before + STEPS.alone + STEPS.after));

      for (const [reader, client] of [
        [staying, atHere],
        [moved, atHere],
        [returned, atThere],
        [alsoReturned, limited],
      ] as const) {
        await holdsLaw(reader, client);
        await positionsAgree(reader, client);
        await reader.close();
      }
    }
  },
);
