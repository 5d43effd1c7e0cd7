import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Comparison, type Figures, type Finding, median, quantile, residentSet } from './harness.ts';
import { type Fleet, live, makeFleet, taskOf, watch } from './live-fleet.ts';
import { watcherMemory } from './live-memory.ts';
import { BenchStream } from './live-stream.ts';
import { processorTime } from './processor-time.ts';

const WORKERS = 10_000;
const TASKS = 10_000;
const WATCHERS = 200;
const SNAPSHOTS = 9;
/** Between two beginnings: what the one before left is gone. */
const SETTLE_MS = 300;
const CHANGES = 20;
const BLOCKS = 3;
const COUNTED_MS = 20_000;
const LATE_MS = 3000;
const MB = 1_000_000;

/** The live feed: its beginning, how soon all know of a change, and what watchers cost. */
export async function benchLive(bench: Bench): Promise<(Comparison | Finding)[]> {
  const small = await makeFleet(bench, 10, 10);
  const results: (Comparison | Finding)[] = [await watcherMemory(bench, small), await measureReads(bench, small)];
  const large = await makeFleet(bench, WORKERS, TASKS);
  results.push(...(await snapshots(bench, large)), await changes(bench, large));
  for (const result of results) if ('found' in result) console.error(`${result.name}: ${result.found}`);
  return results;
}

/** Beginnings of the whole fleet, in turns with as many bytes from a file. */
async function snapshots(bench: Bench, { keys }: Fleet): Promise<(Comparison | Finding)[]> {
  const ours: number[] = [];
  const limit: number[] = [];
  const peaks: number[] = [];
  const processor: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= SNAPSHOTS; round++) {
    await pause(SETTLE_MS);
    const before = await residentSet(bench.hubbubPid);
    const busy = processorTime() ?? 0;
    const start = performance.now();
    const stream = new BenchStream(live(bench), keys[0]!);
    const { at } = await stream.lineOf('event: ready');
    bytes = stream.bytes;
    stream.close();
    const after = await residentSet(bench.hubbubPid);
    const begun = performance.now();
    const answer = await fetch(`${bench.bare}/file/${bytes}`, { signal: AbortSignal.timeout(60_000) });
    await answer.arrayBuffer();
    if (round === 0) continue;
    ours.push(at - start);
    limit.push(performance.now() - begun);
    processor.push((processorTime() ?? 0) - busy);
    peaks.push(((after?.peak ?? Number.NaN) - (before?.now ?? 0)) / MB);
  }
  return [
    {
      name: `a live view's beginning: ${WORKERS} workers, ${TASKS} tasks, ${(bytes / MB).toFixed(1)} MB (limit: a file)`,
      ours: { ...figures(ours), processor: median(processor) },
      limit: figures(limit),
      ratio: median(limit) / median(ours),
      aim: '≤ 2,000 ms',
    },
    {
      name: "memory while a live view begins: the server's peak above what it was before",
      found: `${median(peaks).toFixed(0)} MB (median of ${SNAPSHOTS}, ${peaks.map((peak) => peak.toFixed(0)).join(', ')})`,
      aim: '≤ 30 MB',
    },
  ];
}

/** Returns the figures of consecutive times. */
function figures(times: readonly number[]): Figures {
  const sorted = [...times].sort((a, b) => a - b);
  return { rate: 1000 / median(sorted), median: median(sorted), p99: quantile(sorted, 0.99) };
}

/** A change of a task until each watcher has it, in turns with one INSERT after which the same bytes go to as many streams. */
async function changes(bench: Bench, fleet: Fleet): Promise<Comparison> {
  const watchers = await watch(bench, fleet, 0, WATCHERS);
  const held = Array.from({ length: WATCHERS }, () => new BenchStream(`${bench.bare}/stream`, {}));
  try {
    await Promise.all(held.map((stream) => stream.lineOf(':\n')));
    const { tasks } = JSON.parse(await fleet.call('POST', '/tasks/batch', { tasks: [taskOf(0, WORKERS)] }));
    const task = tasks[0].id;
    const ours: Round[] = [];
    const limit: Round[] = [];
    let bytes = 0;
    for (let block = 0; block < BLOCKS; block++) {
      for (let n = 0; n <= CHANGES; n++) {
        const notes = `told ${block} ${n}.`;
        const round = await notify(watchers, notes, () => fleet.call('PUT', `/tasks/${task}`, { notes }));
        bytes = round.bytes;
        if (n > 0) ours.push(round);
      }
      for (let n = 0; n <= CHANGES; n++) {
        const text = ` ${block} ${n}.`;
        const init = { method: 'POST', body: text.padStart(bytes, 'x'), headers: { 'content-type': 'text/plain' } };
        const round = await notify(held, text, () => fetch(`${bench.bare}/tell`, init));
        if (n > 0) limit.push(round);
      }
    }
    const last = (some: readonly Round[]) => median(some.map(({ times }) => Math.max(...times)));
    return {
      name: `a change until ${WATCHERS} watchers have it (watchers a second)`,
      ours: figuresOf(ours),
      limit: figuresOf(limit),
      ratio: last(limit) / last(ours),
      aim: 'median ≤ 100 ms',
    };
  } finally {
    for (const stream of [...watchers, ...held]) stream.close();
  }
}

interface Round {
  times: number[];
  processor: number;
  /** Bytes received by a watcher. */
  bytes: number;
}

async function notify(streams: readonly BenchStream[], text: string, send: () => Promise<unknown>): Promise<Round> {
  const all = Promise.all(streams.map((stream) => stream.lineOf(text)));
  const busy = processorTime() ?? 0;
  const [one] = streams;
  const bytes = one!.bytes;
  const start = performance.now();
  await Promise.all([send(), all]);
  const received = await all;
  const processor = ((processorTime() ?? 0) - busy) / streams.length;
  return { times: received.map(({ at }) => at - start), processor, bytes: one!.bytes - bytes };
}

function figuresOf(rounds: readonly Round[]): Figures {
  const all = rounds.flatMap(({ times }) => times).sort((a, b) => a - b);
  const last = median(rounds.map(({ times }) => Math.max(...times)));
  return {
    rate: (all.length / rounds.length / last) * 1000,
    median: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    processor: median(rounds.map(({ processor }) => processor)),
  };
}

/** Measures reads of workers per second while nobody, one and many watch, and nothing changes. */
async function measureReads(bench: Bench, fleet: Fleet): Promise<Finding> {
  const found: string[] = [];
  for (const count of [0, 1, WATCHERS]) {
    const watchers = count > 0 ? await watch(bench, fleet, 0, count) : [];
    found.push(`${count} ${count === 1 ? 'watcher' : 'watchers'}: ${(await scans(bench)).toFixed(1)}`);
    for (const stream of watchers) stream.close();
  }
  return { name: 'looks at positions a second, by who watches', found: found.join('; '), aim: `${WATCHERS} as one` };
}

/** Scans of the table of workers in a second; PostgreSQL tells of them up to a second late. */
async function scans({ admin }: Bench): Promise<number> {
  const count = async () => {
    const { rows } = await admin.query<{ count: string }>(
      `select seq_scan + idx_scan as count from pg_stat_user_tables where relid = 'dispatch.workers'::regclass`,
    );
    return Number(rows[0]!.count);
  };
  await pause(LATE_MS);
  const before = await count();
  const start = performance.now();
  await pause(COUNTED_MS);
  return ((await count()) - before) / ((performance.now() - start) / 1000);
}
