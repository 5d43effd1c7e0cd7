import { cpus, totalmem } from 'node:os';
import { MECHANISMS } from '../src/platform/config/measuring.ts';
import { ablateFetching, writeAblation } from './ablation.ts';
import { compareWith } from './against.ts';
import { benchAutoAssign } from './auto-assign.ts';
import { benchBackup } from './backup.ts';
import { benchBridge } from './bridge.ts';
import { benchBulk } from './bulk.ts';
import { simulateCells } from './cells.ts';
import { benchChatPage } from './chat-page.ts';
import { benchConsole } from './console.ts';
import { benchDay } from './day.ts';
import { benchEvents } from './events.ts';
import { benchExports } from './exports.ts';
import { benchFetching } from './fetch-messages.ts';
import { benchFiles } from './files.ts';
import { benchFleet } from './fleet.ts';
import { benchGrowth } from './growth.ts';
import { type Bench, type Comparison, type Finding, startBench } from './harness.ts';
import { benchImports } from './imports.ts';
import { benchLive } from './live.ts';
import { benchMoves } from './moves.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchNotifications } from './notifications.ts';
import { benchPeers } from './peers.ts';
import { benchPeople } from './people.ts';
import { benchPositions } from './positions.ts';
import { benchRegister } from './register.ts';
import { benchRendering } from './render.ts';
import { readResults, writeResults } from './results.ts';
import { benchSending } from './send-messages.ts';
import { benchSignIns } from './sign-ins.ts';
import { benchSolver } from './solve.ts';
import { benchStateChanges } from './state-changes.ts';
import { benchTasks } from './tasks.ts';
import { benchTracking } from './tracking.ts';
import { benchWebhooks } from './webhooks.ts';

/** All benchmarks by the name they are chosen with: `npm run bench -- send fetch`. */
const benches: Record<string, (bench: Bench) => Promise<(Comparison | Finding)[]>> = {
  send: benchSending,
  fetch: benchFetching,
  growth: benchGrowth,
  events: benchEvents,
  assign: benchAutoAssign,
  positions: benchPositions,
  register: benchRegister,
  bulk: benchBulk,
  bridge: benchBridge,
  fleet: benchFleet,
  tasks: benchTasks,
  webhooks: benchWebhooks,
  tracking: benchTracking,
  solve: benchSolver,
  files: benchFiles,
  render: benchRendering,
  people: benchPeople,
  'sign-ins': benchSignIns,
  'state-changes': benchStateChanges,
  neighbours: benchNeighbours,
  move: benchMoves,
  notify: benchNotifications,
  exports: benchExports,
  imports: benchImports,
  backup: benchBackup,
  live: benchLive,
  console: benchConsole,
  'chat-page': benchChatPage,
  day: benchDay,
  peers: benchPeers,
  cells: simulateCells,
};

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const against = process.argv.slice(2).find((argument) => argument.startsWith('--against='));
const leftOut = process.argv.slice(2).find((argument) => argument.startsWith('--without='));

if (leftOut) {
  const mechanisms = leftOut.slice('--without='.length).split('|');
  const known: readonly string[] = MECHANISMS;
  const wrong = mechanisms.filter((name) => !known.includes(name));
  if (wrong.length > 0 || chosen.join() !== 'fetch') {
    console.error(`What fetching can do without: npm run bench -- fetch '--without=${MECHANISMS.join('|')}'`);
    process.exit(1);
  }
  const bench = await startBench();
  try {
    console.log(await writeAblation(await ablateFetching(bench, mechanisms), mechanisms));
  } finally {
    await bench.stop();
  }
  process.exit(0);
}

const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

if (against !== undefined && against !== '--against=RESULTS') {
  console.error('What a run can be compared with: npm run bench -- send --against=RESULTS');
  process.exit(1);
}
const before = against && (await readResults());

const results: (Comparison | Finding)[] = [];
const failed: string[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const bench = await startBench(name === 'files' ? 'folder' : 'bucket');
  try {
    results.push(...(await run(bench)));
  } catch (error) {
    // What the others measured is not lost with it.
    failed.push(name);
    console.error(`${name} failed:`, error);
  } finally {
    await bench.stop();
  }
}

const number = (value: number | undefined) =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(2);
const rows = results.flatMap((result) => {
  if ('found' in result) return [];
  const { name, ours, limit, ratio, aim } = result;
  const processor = [ours.processor, limit.processor].map(number).join(' | ');
  return `| ${name} | ${number(ours.rate)} | ${number(ours.median)} | ${number(ours.p99)} | ${number(limit.rate)} | ${number(limit.median)} | ${number(limit.p99)} | ${ratio.toFixed(2)} | ${aim} | ${processor} |`;
});
const findings = results.flatMap((result) =>
  'found' in result ? `| ${result.name} | ${result.found} | ${result.aim} |` : [],
);
const found = `
| what | found | aim |
| --- | --- | --- |
${findings.join('\n')}
`;
const report = `# Benchmark results

Written by \`npm run bench\`${chosen.length > 0 ? ` (\`${chosen.join(' ')}\` only)` : ''}. Machine: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB,
shared by the load generator, Hubbub, the bare routes and a durable PostgreSQL 18. Each figure is the median of three
rounds taken in turns with its limit: the same Fastify, pool and PostgreSQL with a route that is nothing but its one statement,
where no other limit is named. Machines are noisy, so the ratio is what counts; steadier still is the processor time that
server and PostgreSQL take for an answer, in milliseconds. How each figure is made: README.md.

| what | per second | median ms | p99 ms | limit per second | median ms | p99 ms | ratio | aim | processor | its limit |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
${findings.length > 0 ? found : ''}`;
console.log(report);
if (failed.length > 0) console.error(`Failed, and left out: ${failed.join(', ')}`);
if (chosen.length === 0) await writeResults(report);
const { grown, lacking } = before ? compareWith(before, results) : { grown: [], lacking: [] };
for (const sentence of [...lacking, ...grown]) console.error(sentence);
process.exit(failed.length > 0 || grown.length > 0 ? 1 : 0);
