import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Seen } from './day/crowd.ts';
import { fillTown } from './day/fill-day.ts';
import { PHASES, type Phase, type Size } from './day/rates.ts';
import { type Bench, type BenchProcess, type Finding, residentSet } from './harness.ts';
import { processorTimes } from './processor-time.ts';

/** Sizes that are tried, smallest first, as `people:drivers`. */
const SIZES: Size[] = (process.env.DAY_SIZES ?? '1000:100,2500:250,5000:500,10000:1000').split(',').map((size) => {
  const [people = 0, drivers = 0] = size.split(':').map(Number);
  return { people, drivers };
});
/** Duration of each part of the day. */
const SECONDS = Number(process.env.DAY_SECONDS ?? 600);
/** Milliseconds from send to screen. */
const SLOWEST = 200;
/** Number of requests of which one may be refused or broken off. */
const REFUSALS = 1000;

/**
 * A working day's mix at its real rates, by sizes: people who chat, and drivers with their recipients and dispatchers. Each
 * size has a server process and an organization of its own; the first one that is too large ends the run.
 */
export async function benchDay(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  let largest: Size | undefined;
  for (const size of SIZES) {
    const phases = await dayOf(bench, size).catch((error: Error) => {
      // What the smaller ones showed is not lost with it.
      findings.push({ name: named(size), found: `not measured: ${error.message}`, aim: '' });
      return [];
    });
    findings.push(...phases.map(({ finding }) => finding));
    if (phases.length === 0 || !phases.every(({ carried }) => carried)) break;
    largest = size;
  }
  const name = `largest day that was tried with p99 from send to screen below ${SLOWEST} ms in each part`;
  return [...findings, { name, found: largest ? named(largest) : 'none', aim: '10000 people and 1000 drivers' }];
}

const named = ({ people, drivers }: Size) => `${people} people and ${drivers} drivers`;

async function dayOf(bench: Bench, size: Size): Promise<{ finding: Finding; carried: boolean }[]> {
  const town = await fillTown(bench, size);
  // Recipients come from many networks, each of which may have few streams open.
  const hubbub = await bench.startBeside({ TRUSTED_PROXIES: '127.0.0.1', EVENT_POLL_SECONDS: '60' });
  const crowd = fork(path.join(import.meta.dirname, 'day', 'crowd.ts'), {
    stdio: 'inherit',
    serialization: 'advanced',
  });
  try {
    await ordered(crowd, { open: { url: hubbub.url, town } });
    const found: { finding: Finding; carried: boolean }[] = [];
    for (const phase of PHASES) found.push(await phaseOf(hubbub, crowd, size, phase));
    return found;
  } finally {
    crowd.disconnect();
    await once(crowd, 'exit');
    await hubbub.stop();
  }
}

async function phaseOf({ pid }: BenchProcess, crowd: ChildProcess, size: Size, phase: Phase) {
  await residentSet(pid);
  const [before, start] = [processorTimes(), performance.now()];
  const seen = (await ordered(crowd, { phase, seconds: SECONDS })) as Seen;
  const [after, lasted] = [processorTimes(), performance.now() - start];
  const cores = (milliseconds: number) => (milliseconds / lasted).toFixed(2);
  const memory = await residentSet(pid);
  const requests = Object.values(seen.answers).reduce((sum, { count }) => sum + count, 0);
  const { delivery, refused } = seen;
  const found = [
    `send to screen ${delivery.median.toFixed(0)} ms, p99 ${delivery.p99.toFixed(0)} ms`,
    `${(delivery.count / SECONDS).toFixed(0)} deliveries and ${(requests / SECONDS).toFixed(0)} actions a second`,
    `refused or broken off: ${refused.count}${refused.some.length > 0 ? ` (${refused.some[0]})` : ''}`,
    `cores: server ${cores(after.own.at(-1)! - before.own.at(-1)!)}, PostgreSQL ${cores(after.children - before.children)}, the crowd itself ${cores(seen.processor)}`,
    `the server's memory peaks at ${memory ? `${(memory.peak / 2 ** 20).toFixed(0)} MB` : 'an unknown size'}`,
    Object.entries(seen.answers)
      .map(([action, { median, p99 }]) => `${action} ${median.toFixed(0)} (${p99.toFixed(0)})`)
      .join(', '),
  ];
  const carried = delivery.p99 < SLOWEST && refused.count * REFUSALS <= requests + delivery.count;
  const finding = {
    name: `${named(size)}, ${phase.name} (${SECONDS} s)`,
    found: found.join('; '),
    aim: `p99 < ${SLOWEST} ms`,
  };
  console.error(`${finding.name}: ${finding.found}`);
  return { finding, carried };
}

async function ordered(crowd: ChildProcess, order: object): Promise<unknown> {
  crowd.send(order);
  const [answer] = await Promise.race([
    once(crowd, 'message'),
    once(crowd, 'exit').then(() => {
      throw new Error('the crowd has ended');
    }),
  ]);
  return answer;
}
