/**
 * Databases for tests: each a copy of one migrated template, so that a test file has the real schema in a fraction of
 * the time migrating takes.
 */

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { listMigrations, migrate } from '../../src/platform/db/migrate.ts';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** Any constant: whoever makes a template holds it. */
const TEMPLATE_LOCK = 7_309_411;

/** Creates an empty, migrated database of the caller's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const template = await ensureTemplate(server);
  const name = `hubbub_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    connectionString: databaseUrl(server, name),
    async drop() {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

let own: Promise<string> | undefined;

/** The server of the whole run; for a file run by itself, one of its own that ends with it. */
function serverUrl(): Promise<string> {
  const given = process.env.HUBBUB_TEST_DATABASE_URL;
  if (given) return Promise.resolve(given);
  own ??= spawnTestServer();
  return own;
}

/** A process of its own, which sees this one end in whatever way and cleans up then. */
async function spawnTestServer(): Promise<string> {
  const program = join(import.meta.dirname, 'test-server.ts');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The test database ended with code ${code}`))),
  ]);
  // None of this keeps the test process alive.
  child.unref();
  (child.stdin as Socket).unref();
  (child.stdout as Socket).unref();
  return JSON.parse(line).connectionString;
}

let template: Promise<string> | undefined;

function ensureTemplate(server: string): Promise<string> {
  template ??= makeTemplate(server);
  return template;
}

/** The name says what is in it, so a changed migration makes another template. */
async function templateName(): Promise<string> {
  const digest = createHash('sha256');
  for (const { name, file } of await listMigrations()) digest.update(name).update(await readFile(file));
  return `hubbub_template_${digest.digest('hex').slice(0, 16)}`;
}

async function makeTemplate(server: string): Promise<string> {
  const name = await templateName();
  await onServer(server, async (client) => {
    // Test files start side by side: one makes the template, the others wait here and find it.
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} encoding 'UTF8' template template0`);
    await migrate(databaseUrl(server, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
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
