import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readPassword, SUPERUSER } from '../../src/platform/postgres/cluster.ts';
import { until } from '../harness/clients.ts';
import { Installation, programFile } from '../harness/program.ts';
import { type Sample, whatGrew } from './growth.ts';
import { residentMib } from './resident.ts';

const MIB = 2 ** 20;
const MAX_SAMPLES = 240;

/** The database of a demo, which is in a folder that it makes for itself. */
async function openDatabase(folder: string): Promise<{ client: pg.Client; cluster: string }> {
  const name = await until(
    async () => (await readdir(folder)).find((each) => each.startsWith('hubbub-demo-')),
    'the folder',
  );
  const postgres = path.join(folder, name, 'postgres');
  const cluster = path.join(postgres, 'cluster');
  const password = await readPassword(cluster);
  const client = new pg.Client({ host: path.join(postgres, 'socket'), user: SUPERUSER, password, database: 'hubbub' });
  await client.connect();
  return { client, cluster };
}

async function folderMib(folder: string): Promise<number> {
  const files = await readdir(folder);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(path.join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / MIB);
}

/** Milliseconds of an answer that asks the database, the median of some. */
async function latency(url: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    const began = performance.now();
    await (await fetch(`${url}/readyz`)).text();
    times.push(performance.now() - began);
  }
  return Math.round(times.toSorted((a, b) => a - b)[4]! * 10) / 10;
}

async function takeSample(pid: number, url: string, client: pg.Client, cluster: string): Promise<Sample> {
  const { rows: tables } = await client.query<{ name: string; size: number }>(`
    select 'table ' || schemaname || '.' || relname as name, pg_total_relation_size(relid)::float8 as size
    from pg_stat_user_tables where pg_total_relation_size(relid) > 1048576`);
  const { rows: backends } = await client.query<{ pid: number }>(`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  const ofPostgres = backends.reduce((sum, backend) => sum + (residentMib(backend.pid) ?? 0), 0);
  return {
    'memory of the program, MiB': residentMib(pid) ?? 0,
    'memory of PostgreSQL, MiB': ofPostgres,
    'connections to the database': backends.length,
    'open files': readdirSync(`/proc/${pid}/fd`).length,
    'latency, ms': await latency(url),
    'write-ahead log on the disk, MiB': await folderMib(path.join(cluster, 'pg_wal')),
    ...Object.fromEntries(tables.map(({ name, size }) => [name, Math.round((size / MIB) * 10) / 10])),
  };
}

/** The demo's traffic for some minutes, sampled: what has grown that should not. */
export async function soak(minutes: number): Promise<string[]> {
  if (process.platform !== 'linux') return ['the soak reads /proc, which only Linux has'];
  await using installation = await Installation.create();
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
  // PostgreSQL's own user must get there.
  await chmod(folder, 0o755);
  const demo = installation.spawn({ TMPDIR: folder, LOG_LEVEL: 'warn' }, [process.execPath, programFile, 'demo']);
  await until(() => /Stop +Ctrl-C/.test(demo.output()), 'the demo', 120);
  const { client, cluster } = await openDatabase(folder);
  const samples: Sample[] = [];
  const everyMs = Math.max(1000, (minutes * 60_000) / MAX_SAMPLES);
  const end = performance.now() + minutes * 60_000;
  try {
    while (performance.now() < end) {
      samples.push(await takeSample(demo.child.pid!, demo.url, client, cluster));
      await pause(everyMs);
    }
  } finally {
    await client.end();
    await demo.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
  const [first, middle, last] = [samples[0]!, samples[Math.floor(samples.length / 2)]!, samples.at(-1)!];
  for (const name of Object.keys(last))
    console.log(`${name}: ${first[name] ?? 0}, ${middle[name] ?? 0}, ${last[name]}`);
  return whatGrew(samples);
}
