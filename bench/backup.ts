import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { withServices } from '../src/cli/command.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Services } from '../src/platform/services.ts';
import { benchOrganization, joinChannel } from './fill.ts';
import {
  type Bench,
  basic,
  type Figures,
  type Finding,
  FORM_TYPE,
  form,
  load,
  median,
  residentSet,
  startProcess,
} from './harness.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;
const SECONDS = 5;
const SAMPLE_MS = 50;
const MIB = 2 ** 20;
/** Rows that only fill the database: a gigabyte. */
const FILLING = 3_000_000;

/** A backup that was made while messages were sent. */
interface BesideBackup {
  figures: Figures;
  seconds: number;
  bytes: number;
  /** The most that the command held in memory. */
  peakBytes: number;
}

/** Sending while `hubbub backup` copies a gigabyte, beside the same without it; what the command and the server hold meanwhile. */
export async function benchBackup(bench: Bench): Promise<Finding[]> {
  // A server with a PostgreSQL of its own, as `npm start` brings it: the backup is one of its files.
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
  const hubbub = await startProcess('src/main.ts', { DATA_DIR: dataDir, RATE_LIMITS: 'off', WEB: 'off' });
  try {
    const chat = await fill(dataDir);
    await joinChannel({ ...bench, hubbub: hubbub.url }, chat, 'beside', []);
    return await measure(dataDir, hubbub, {
      headers: { ...basic(chat.email, chat.api_key), ...FORM_TYPE },
      body: form({ type: 'channel', to: 'beside', topic: 'bench', content: 'The gate opens at 14:30.' }),
    });
  } finally {
    await hubbub.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function fill(dataDir: string): Promise<{ email: string; api_key: string }> {
  const config = { ...readConfig({}), dataDir };
  return withServices(config, fillDatabase, { mayInstall: true });
}

async function fillDatabase(services: Services): Promise<{ email: string; api_key: string }> {
  const client = new pg.Client({
    connectionString: services.config.databaseUrl ?? services.database.connectionString,
  });
  await client.connect();
  await client.query(
    `create table public.filling as
       select n, repeat(md5(n::text), 8) as filling from generate_series(1, ${FILLING}) as n`,
  );
  await client.query('checkpoint');
  await client.end();
  const { chat } = await benchOrganization({ services });
  return chat;
}

async function measure(
  dataDir: string,
  hubbub: { url: string; pid: number },
  message: { headers: Record<string, string>; body: string },
): Promise<Finding[]> {
  const send = { ...message, url: `${hubbub.url}/api/v1/messages`, method: 'POST' as const, connections: CONNECTIONS };
  await load(send);
  const before = await residentSet(hubbub.pid);
  const quiet: Figures[] = [];
  const beside: BesideBackup[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(await load({ ...send, seconds: SECONDS }));
    beside.push(await besideBackup(dataDir, round, () => load({ ...send, seconds: SECONDS })));
    const [one, other] = [quiet.at(-1)!, beside.at(-1)!.figures];
    console.error(`quiet: p99 ${one.p99.toFixed(2)} ms; beside a backup: p99 ${other.p99.toFixed(2)} ms`);
  }
  const after = await residentSet(hubbub.pid);
  const p99 = (rounds: readonly Figures[]) => median(rounds.map((figures) => figures.p99));
  const [own, others] = [p99(quiet), p99(beside.map(({ figures }) => figures))];
  const ratio = median(beside.map(({ figures }, round) => figures.p99 / quiet[round]!.p99));
  const { bytes } = beside.at(-1)!;
  const seconds = median(beside.map((each) => each.seconds));
  return [
    {
      name: `sending at ${CONNECTIONS} connections beside a backup of a gigabyte (${mib(bytes)} packed), which takes ${seconds.toFixed(1)} s`,
      found: `p99 ${others.toFixed(1)} ms; without it ${own.toFixed(1)} ms: ${ratio.toFixed(1)} times`,
      aim: 'p99 ≤ 3 × quiet',
    },
    {
      name: 'memory of a backup',
      found:
        `the command ${mib(Math.max(...beside.map(({ peakBytes }) => peakBytes)))} at most` +
        (before && after ? `; the server's peaks ${mib(after.peak - before.now)} above ${mib(before.now)}` : ''),
      aim: 'whatever is copied',
    },
  ];
}

const mib = (bytes: number) => `${Math.round(bytes / MIB)} MB`;

/** Loads from the begin of a backup on; says so where that ended first. */
async function besideBackup(dataDir: string, round: number, work: () => Promise<Figures>): Promise<BesideBackup> {
  const file = path.join(dataDir, `bench-${round}.backup`);
  const program = path.resolve(import.meta.dirname, '../src/main.ts');
  const start = performance.now();
  const child = spawn(process.execPath, [program, 'backup', file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakBytes = 0;
  const sampling = setInterval(async () => {
    // Nothing of one that has just ended.
    peakBytes = Math.max(peakBytes, (await residentSet(child.pid!))?.now || 0);
  }, SAMPLE_MS);
  const ended = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`the backup ended with ${code}`);
    return (performance.now() - start) / 1000;
  });
  try {
    const figures = await work();
    const ranUntilThen = child.exitCode === null;
    const seconds = await ended;
    if (!ranUntilThen) console.error(`the backup took ${seconds.toFixed(1)} s, less than it was loaded beside it`);
    return { figures, seconds, bytes: (await stat(file)).size, peakBytes };
  } finally {
    clearInterval(sampling);
    await rm(file, { force: true });
  }
}
