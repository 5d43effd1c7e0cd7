/**
 * A PostgreSQL for one test run: the server at `DATABASE_URL`, or else one of our own in a folder for temporary files,
 * without the waiting for the disk that keeps data over a power cut. Everything is gone afterwards.
 *
 * Run as a program it prints the environment of the tests as one line of JSON and lives until its standard input
 * closes, which also happens when whoever started it dies.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import type { DatabaseLog } from '../../src/platform/postgres/database-log.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';

/** Environment of tests. */
export interface TestEnvironment {
  HUBBUB_TEST_DATABASE_URL: string;
  /** In the name of every database of this run: several runs may share an external server. */
  HUBBUB_TEST_RUN: string;
}

interface TestServer {
  connectionString: string;
  stop(): Promise<void>;
}

const quiet = () => {};
const problemsOnly: DatabaseLog = {
  info: quiet,
  debug: quiet,
  warn: (message: unknown) => process.stderr.write(`${message}\n`),
  error: (message: unknown) => process.stderr.write(`${message}\n`),
};

async function startOwnServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-tests-'));
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: problemsOnly,
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        autovacuum: 'off',
        // A template is copied by checkpoint and file copy; nothing else here needs a checkpoint.
        max_wal_size: '1GB',
        checkpoint_timeout: '1h',
        // Several test files at once, each with a pool or two.
        max_connections: '400',
      },
    });
    return {
      connectionString: server.connectionString,
      async stop() {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Tests drop what they create; the template, and what a killed test left, goes here. */
async function useExternalServer(connectionString: string, run: string): Promise<TestServer> {
  const client = new pg.Client({ connectionString, application_name: 'hubbub tests' });
  await client.connect();
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  await client.end();
  if (rows[0]!.version < 150_000) throw new Error('DATABASE_URL names a PostgreSQL older than 15.');
  return {
    connectionString,
    async stop() {
      const client = new pg.Client({ connectionString, application_name: 'hubbub tests' });
      await client.connect();
      const { rows } = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [`hubbub_test_${run}_`],
      );
      for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
      await client.end();
    },
  };
}

/** Starts a copy of this program and resolves with the environment for tests; it ends when this process does. */
export async function spawnTestServer(): Promise<TestEnvironment> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The test database ended with code ${code}.`))),
  ]);
  // None of this keeps the test process alive; its end closes the pipe.
  child.unref();
  (child.stdin as Socket).unref();
  (child.stdout as Socket).unref();
  return JSON.parse(line);
}

if (import.meta.main) {
  // A signal often reaches everything that a terminal or a supervisor started; the end of our standard input alone decides
  // when it is over. Whoever reads our output may be gone by then.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, quiet);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', quiet);
  const run = randomBytes(4).toString('hex');
  const external = process.env.DATABASE_URL;
  const server = external ? await useExternalServer(external, run) : await startOwnServer();
  const environment: TestEnvironment = { HUBBUB_TEST_DATABASE_URL: server.connectionString, HUBBUB_TEST_RUN: run };
  process.stdout.write(`${JSON.stringify(environment)}\n`);
  process.stdin.resume().on('end', async () => {
    await server.stop();
    process.exit();
  });
}
