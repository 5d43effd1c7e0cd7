import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SERVER_OPTIONS } from '../scripts/server-options.mjs';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { timeCopies } from './bare-copy.ts';
import { type Bench, type Finding, residentSet } from './harness.ts';
import { madeArchives } from './made-archives.ts';
import { parentOf, processorTimes, watchProcess } from './processor-time.ts';

/** IMPORTS_BENCH_MESSAGES: messages of each archive. */
const MESSAGES = Number(process.env.IMPORTS_BENCH_MESSAGES ?? 1_000_000);
/** IMPORTS_BENCH_PROGRAMS: programs whose archives are imported; all without it. */
const PROGRAMS = process.env.IMPORTS_BENCH_PROGRAMS?.split(',') ?? [...Object.keys(madeArchives), 'hubbub'];
const SAMPLE_MS = 200;
const MIB = 2 ** 20;

/** A command that has ended. */
interface Ran {
  seconds: number;
  /** The most that it held in memory, in bytes. */
  peakBytes: number;
  /** Milliseconds of processor time, its own and that of PostgreSQL. */
  processor: { own: number; database: number };
  output: string;
}

/** Runs a command of the program, and waits for it. */
type RunCommand = (...command: string[]) => Promise<Ran>;

/** Archives of a million messages imported as the command does it, each beside a bare COPY of the rows that it wrote. */
export async function benchImports(_bench: Bench): Promise<Finding[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
  const findings: Finding[] = [];
  const database = await startEmbeddedPostgres({ dataDir, log: createLog({ logLevel: 'warn' }, process.stderr) });
  const admin = new pg.Client({ connectionString: database.connectionString });
  const run: RunCommand = (...command) => runCommand(dataDir, database.connectionString, command);
  let unwatch = () => {};
  try {
    await admin.connect();
    const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
    unwatch = watchProcess(parentOf(rows[0]!.pid) ?? 0, { withChildren: true });
    await run('first-run');
    for (const program of PROGRAMS) {
      const found = await measure(program, dataDir, admin, run);
      console.error(`${program}: ${found}`);
      findings.push({
        name: `import of ${MESSAGES} messages from ${program}`,
        found,
        aim: '≥ 0.5 × COPY, ≤ 600 MB',
      });
    }
    return findings;
  } finally {
    unwatch();
    await admin.end();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(program: string, dataDir: string, admin: pg.Client, run: RunCommand): Promise<string> {
  const folder = path.join(dataDir, 'archive');
  await mkdir(folder);
  try {
    const given = program === 'hubbub' ? await exportOf(folder, admin, run) : await madeOf(program, folder);
    const { seconds, peakBytes, processor, output } = await run('import', program, ...given, '--json');
    const copy = await timeCopies(admin, organizationOf(output));
    return [
      `${rate(MESSAGES / seconds)}, ${(peakBytes / MIB).toFixed(0)} MB at most`,
      `COPY of its ${copy.rows} rows: ${rate(MESSAGES / copy.seconds)}; ratio ${(copy.seconds / seconds).toFixed(2)}`,
      `processor time of a message: ${each(processor.own)} ms of the command and ${each(processor.database)} ms of PostgreSQL, COPY ${each(copy.processor)} ms`,
    ].join('; ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rate = (messages: number) => `${messages.toFixed(0)} messages a second`;

/** Milliseconds of one message. */
const each = (milliseconds: number) => (milliseconds / MESSAGES).toFixed(3);

const organizationOf = (output: string): string => JSON.parse(output).organization_id;

async function madeOf(program: string, folder: string): Promise<string[]> {
  const archive = await madeArchives[program]!(folder, MESSAGES);
  return [archive, ...founding(program)];
}

const founding = (program: string): string[] => [
  ...['--organization-name', `Bench ${program}`, '--country', 'US', '--timezone', 'UTC'],
  ...['--owner-email', `${program}@bench.example`, '--owner-name', 'Bea Bench'],
  ...['--owner-password', 'correct horse battery staple'],
];

/** Our own archive is what a fresh organization was exported as: the largest one that was imported before. */
async function exportOf(folder: string, admin: pg.Client, run: RunCommand): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    'select organization_id as id from chat.messages group by 1 order by count(*) desc limit 1',
  );
  let id = rows[0]?.id;
  if (id === undefined) {
    const made = path.join(folder, 'made');
    await mkdir(made);
    id = organizationOf((await run('import', 'slack', ...(await madeOf('slack', made)), '--json')).output);
  }
  const file = path.join(folder, 'export.zip');
  await run('org', 'export', file, '--organization', id);
  return [file];
}

async function runCommand(dataDir: string, connectionString: string, command: readonly string[]): Promise<Ran> {
  const program = path.resolve(import.meta.dirname, '../src/main.ts');
  const start = performance.now();
  const child = spawn(process.execPath, [...SERVER_OPTIONS, program, ...command], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: connectionString, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  child.stderr.on('data', (part) => {
    errors = (errors + part).slice(-2000);
  });
  const unwatch = watchProcess(child.pid!, { withChildren: false });
  const before = processorTimes();
  let peakBytes = 0;
  let own = 0;
  const sampling = setInterval(async () => {
    // Nothing of one that has just ended.
    own = Math.max(own, processorTimes().own.at(-1)!);
    peakBytes = Math.max(peakBytes, (await residentSet(child.pid!))?.peak || 0);
  }, SAMPLE_MS);
  try {
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command.slice(0, 2).join(' ')} ended with ${code}: ${errors}`);
    const seconds = (performance.now() - start) / 1000;
    const processor = { own, database: processorTimes().children - before.children };
    return { seconds, peakBytes, processor, output };
  } finally {
    unwatch();
    clearInterval(sampling);
  }
}
