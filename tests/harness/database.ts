/**
 * Databases for tests: each a copy of one migrated template, so that a test file has the real schema in a fraction of
 * the time migrating takes.
 */

import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { Availability } from '../../src/platform/db/availability.ts';
import { listMigrations, migrate } from '../../src/platform/db/migrate.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { JobQueue } from '../../src/platform/jobs/queue.ts';
import { createLog } from '../../src/platform/log.ts';
import { spawnTestServer, type TestEnvironment } from './test-server.ts';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** Any constant: whoever makes a template holds it. */
const TEMPLATE_LOCK = 7_309_411;

/** Creates an empty, migrated database of the caller's own, with the tables of background jobs. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { HUBBUB_TEST_DATABASE_URL: server, HUBBUB_TEST_RUN: run } = await testEnvironment();
  template ??= makeTemplate(server, run);
  const source = await template;
  const name = `hubbub_test_${run}_${randomBytes(8).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${source} strategy file_copy`));
  return {
    connectionString: databaseUrl(server, name),
    async drop() {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

let environment: Promise<TestEnvironment> | undefined;

/** The server of the whole run; for a file run by itself, one of its own that ends with it. */
function testEnvironment(): Promise<TestEnvironment> {
  environment ??= givenEnvironment() ?? spawnTestServer();
  return environment;
}

function givenEnvironment(): Promise<TestEnvironment> | undefined {
  const { HUBBUB_TEST_DATABASE_URL, HUBBUB_TEST_RUN = 'shared' } = process.env;
  return HUBBUB_TEST_DATABASE_URL ? Promise.resolve({ HUBBUB_TEST_DATABASE_URL, HUBBUB_TEST_RUN }) : undefined;
}

let template: Promise<string> | undefined;

/** The name says what is in it, so a changed migration makes another template. */
async function templateName(run: string): Promise<string> {
  const digest = createHash('sha256');
  for (const { name, file } of await listMigrations()) digest.update(name).update(await readFile(file));
  return `hubbub_test_${run}_template_${digest.digest('hex').slice(0, 16)}`;
}

async function makeTemplate(server: string, run: string): Promise<string> {
  const name = await templateName(run);
  await onServer(server, async (client) => {
    // Test files start side by side: one makes the template, the others wait here and find it.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} encoding 'UTF8' template template0`);
    await migrate(databaseUrl(server, unfinished));
    await makeJobTables(databaseUrl(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

/** A quarter of a second for each server that starts on a copy without them. */
async function makeJobTables(connectionString: string): Promise<void> {
  const { jobs } = await findDeclarations(['platform', 'chat', 'dispatch', 'bridge']);
  const log = createLog({ logLevel: 'warn' });
  const availability = new Availability({ connectionString, log });
  const options = { connectionString, definitions: jobs, availability, log, connections: 2 };
  const queue = new JobQueue({ ...options, supervise: false });
  await queue.start();
  await queue.stop();
}

async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server, application_name: 'hubbub tests' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
