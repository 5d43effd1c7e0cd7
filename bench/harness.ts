import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { SERVER_OPTIONS } from '../scripts/server-options.mjs';
import { type Core, openCore } from '../src/app.ts';
import { readConfig } from '../src/platform/config.ts';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { FakeS3 } from '../tests/harness/s3.ts';
import { parentOf, processorTime, watchProcess } from './processor-time.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Rounds of each side, taken in turns, so that a slow minute of the machine falls on both. */
const ROUNDS = 3;
/** Duration of one round of one side. */
const SECONDS = 2;

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Body or path of the n-th request, where requests differ. */
  vary?: (n: number) => { body?: string; path?: string; headers?: Record<string, string> };
  connections: number;
  seconds?: number;
  /** Requests a second to hold to; without it, as many as are answered. */
  paced?: number;
}

export interface Figures {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  /** Milliseconds of processor time for each answer, of the server and its PostgreSQL; where the system says it. */
  processor?: number | undefined;
}

/** Loads an address from this process; every answer must be a 200. */
export async function load(options: Load): Promise<Figures & { answers: number }> {
  let n = 0;
  const times: number[] = [];
  const { vary } = options;
  const busy = processorTime();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: options.url,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        ...(options.body === undefined ? {} : { body: options.body }),
        ...(vary ? { requests: [{ setupRequest: (request) => ({ ...request, ...vary(n++) }) }] } : {}),
        connections: options.connections,
        duration: options.seconds ?? SECONDS,
        ...(options.paced ? { overallRate: options.paced } : {}),
        timeout: 60,
      },
      (error, finished) => (error ? reject(error) : resolve(finished)),
    );
    instance.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime));
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${options.url}: ${result.non2xx} answers were not 200, ${result.errors} errors`);
  }
  const now = processorTime();
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    processor: now === undefined || busy === undefined ? undefined : (now - busy) / times.length,
    rate: times.length / result.duration,
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function medianOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}

export interface Comparison {
  name: string;
  ours: Figures;
  limit: Figures;
  /** Our rate over the limit's, median of the rounds. */
  ratio: number;
  aim: string;
}

/** A figure that stands for itself. */
export interface Finding {
  name: string;
  found: string;
  aim: string;
}

/** Something that can be done over and over for some seconds. */
export type Side = (seconds?: number) => Promise<Figures>;

/** Measures ours and its physical limit in turns. */
export async function compare(name: string, aim: string, ours: Load, limit: Load): Promise<Comparison> {
  const [comparison] = await compareSides(name, aim, loading(ours), { limit: loading(limit) });
  return comparison!;
}

export const loading =
  (options: Load): Side =>
  (seconds) =>
    load(seconds === undefined ? options : { ...options, seconds });

/** Calls `work` with 0, 1, 2, …, `concurrency` at a time, from this process. */
export function calling(concurrency: number, work: (n: number) => Promise<unknown>): Side {
  return async (seconds = SECONDS) => {
    const times: number[] = [];
    let n = 0;
    const start = performance.now();
    const end = start + seconds * 1000;
    const caller = async () => {
      for (let before = performance.now(); before < end; ) {
        await work(n++);
        const now = performance.now();
        times.push(now - before);
        before = now;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, caller));
    const rate = (times.length * 1000) / (performance.now() - start);
    times.sort((a, b) => a - b);
    return { rate, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
  };
}

/** Measures ours and each of its limits in turns; one comparison for each limit. */
export async function compareSides(
  name: string,
  aim: string,
  ours: Side,
  limits: Record<string, Side>,
): Promise<Comparison[]> {
  const sides = [ours, ...Object.values(limits)];
  for (const side of sides) await side(1);
  const rounds: Figures[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const figures: Figures[] = [];
    for (const side of sides) figures.push(await side());
    rounds.push(figures);
  }
  const middle = (side: number): Figures => ({
    rate: median(rounds.map((round) => round[side]!.rate)),
    median: median(rounds.map((round) => round[side]!.median)),
    p99: median(rounds.map((round) => round[side]!.p99)),
    processor: medianOf(rounds.map((round) => round[side]!.processor)),
  });
  return Object.keys(limits).map((limit, index) => {
    const comparison = {
      name: limit === 'limit' ? name : `${name}; limit: ${limit}`,
      ours: middle(0),
      limit: middle(index + 1),
      ratio: median(rounds.map((round) => round[0]!.rate / round[index + 1]!.rate)),
      aim,
    };
    console.error(
      `${comparison.name}: ${comparison.ours.rate.toFixed(0)}/s, limit ${comparison.limit.rate.toFixed(0)}/s, ratio ${comparison.ratio.toFixed(2)}`,
    );
    return comparison;
  });
}

export interface Bench {
  connectionString: string;
  /** Below HTTP, for making organizations and filling tables. */
  core: Core;
  /** The serving program, in a process of its own. */
  hubbub: string;
  hubbubPid: number;
  /** The bare routes, in a process of their own. */
  bare: string;
  barePid: number;
  /** Statements for filling tables and for counting rows. */
  admin: pg.Client;
  /** Starts another Hubbub on the same database, with other settings. */
  startBeside(settings: Record<string, string>): Promise<BenchProcess>;
  stop(): Promise<void>;
}

/** A port of this machine that nobody has at present. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** A serving program in a process of its own. */
export interface BenchProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a serving program of the repository in a process of its own, with the options of `npm start`, and waits until it answers. */
export async function startProcess(file: string, environment: Record<string, string>): Promise<BenchProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...SERVER_OPTIONS, path.join(root, file)], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const unwatch = watchProcess(child.pid!, { withChildren: false });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const up = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) break;
    if (child.exitCode !== null || attempt > 2400) throw new Error(`${file} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid!,
    async stop() {
      unwatch();
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * A durable PostgreSQL of its own, Hubbub and the bare routes on it: three processes beside this one.
 * @param files where Hubbub keeps them: with a bucket others of it may serve beside it, which none of a folder may
 */
export async function startBench(files: 'folder' | 'bucket' = 'bucket'): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
  const log = createLog({ logLevel: 'warn' }, process.stderr);
  const database = await startEmbeddedPostgres({ dataDir, log });
  const { connectionString } = database;
  const config = { ...readConfig({}), dataDir };
  const core = await openCore({ config, log, connectionString, serving: false, mayInstall: true });
  const s3 = await FakeS3.start();
  const environment = {
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    EVENT_STREAMS_PER_PERSON: '100000',
    EVENT_STREAMS_PER_ORGANIZATION: '1000000',
    WEB: 'off',
    WEBHOOK_ALLOW_INSECURE: 'true',
    ...(files === 'bucket' && s3.environment),
  };
  const hubbub = await startProcess('src/main.ts', environment);
  const bare = await startProcess('bench/bare-server.ts', environment);
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const unwatch = watchProcess(parentOf(rows[0]!.pid) ?? 0, { withChildren: true });
  return {
    connectionString,
    core,
    hubbub: hubbub.url,
    hubbubPid: hubbub.pid,
    bare: bare.url,
    barePid: bare.pid,
    admin,
    async startBeside(settings) {
      const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-bench-'));
      const SECRET_KEY = (await readFile(path.join(dataDir, 'secret.key'), 'utf8')).trim();
      const beside = await startProcess('src/main.ts', { ...environment, SECRET_KEY, DATA_DIR: folder, ...settings });
      return {
        ...beside,
        async stop() {
          await beside.stop();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
    async stop() {
      unwatch();
      await admin.end();
      await hubbub.stop();
      await bare.stop();
      await core.close();
      await database.stop();
      await s3.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function basic(name: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

export const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns a process's resident memory, and its peak since this was last called. Linux only. */
export async function residentSet(pid: number): Promise<{ now: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
  return status === '' ? undefined : { now: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}
