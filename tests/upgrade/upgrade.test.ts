/** Every version that was released, with data, becomes this one: nothing is lost, and it is served. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { startServer } from '../../src/app.ts';
import { OWNER } from '../../src/cli/demo/cast.ts';
import { readConfig } from '../../src/platform/config.ts';
import { listMigrations, migrate } from '../../src/platform/db/migrate.ts';
import { createLog } from '../../src/platform/log.ts';
import { VERSION } from '../../src/platform/version.ts';
import { createTestDatabase } from '../harness/database.ts';
import { SCHEMAS } from '../harness/database-content.ts';
import { createUnmigratedDatabase } from '../harness/migrated.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { FIXTURE_KEY, type Fixture, loadFixture, readFixtures, readTables } from './fixture.ts';

/** Columns whose content a migration changes on purpose, as `schema.table.column`, each with the migration that does. */
const CHANGED: Record<string, string> = {};
/** Tables that a migration adds rows to, and how many for each organization. */
const ADDED: Record<string, number> = { 'platform.log_cursors': 1 };

const fixtures = await readFixtures();
const migrations = await listMigrations();
/** Version before this one, which may still change. */
const released = fixtures.filter(({ version }) => version !== VERSION);

test('this version has a fixture', () => {
  const made = 'make it with "npm run fixture" when the version is released';
  assert.equal(fixtures.at(-1)?.version, VERSION, made);
});

test('what is compared is all of ours: there is no schema but those, and that of background jobs', async () => {
  const database = await createTestDatabase();
  after(() => database.drop());
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
  );
  await client.end();
  assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(['public', 'jobs', ...SCHEMAS]));
});

test('each migration since the last release has a note for operators', () => {
  const before = new Set(released.at(-1)?.migrations.map(({ name }) => name) ?? migrations.map(({ name }) => name));
  const notes = readFileSync(path.join(import.meta.dirname, '../../docs/operators/upgrade.md'), 'utf8');
  for (const { name } of migrations.filter((each) => !before.has(each.name)))
    assert.ok(notes.includes(`\`${name}\``), `docs/operators/upgrade.md says nothing of ${name}`);
});

/** The rows of a table as texts of some of its columns, in an order that does not depend on them. */
const rowsOf = ({ columns, rows }: Fixture['tables'][string], wanted: readonly string[]) => {
  const places = wanted.map((name) => columns.indexOf(name));
  return rows.map((row) => JSON.stringify(places.map((place) => row[place]))).sort();
};

for (const fixture of fixtures)
  test(`a database of ${fixture.version} keeps what it holds, and is served`, { timeout: 600_000 }, async () => {
    await using database = await createUnmigratedDatabase();
    const { connectionString, db } = database;
    const names = new Set(fixture.migrations.map(({ name }) => name));
    const known = new Set(migrations.map(({ name }) => name));
    assert.deepEqual(
      [...names].filter((name) => !known.has(name)),
      [],
      'a migration keeps its name',
    );
    await migrate(connectionString, { known: migrations.filter(({ name }) => names.has(name)) });
    if (fixture.version !== VERSION) {
      const { rows } = await db.query('select name, checksum from public.hubbub_migrations order by name');
      assert.deepEqual(rows, fixture.migrations, 'a migration that was released is never edited');
    }
    await loadFixture(db, fixture);
    await migrate(connectionString);

    const tables = await readTables(db);
    for (const [table, was] of Object.entries(fixture.tables)) {
      const added = (ADDED[table] ?? 0) * fixture.tables['platform.organizations']!.rows.length;
      assert.equal(tables[table]?.rows.length, was.rows.length + added, table);
      // What is not released may still be changed by a migration; its fixture is made anew with the release.
      if (fixture.version === VERSION) continue;
      const wanted = was.columns.filter((column) => !(`${table}.${column}` in CHANGED));
      assert.deepEqual(rowsOf(tables[table] ?? { columns: [], rows: [] }, wanted), rowsOf(was, wanted), table);
    }
    await serveAndLook(connectionString, fixture);
  });

async function serveAndLook(connectionString: string, { tables }: Fixture): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-upgrade-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ PORT: '0', WEB: 'off', DATA_DIR: dataDir, SECRET_KEY: FIXTURE_KEY, RATE_LIMITS: 'off' });
  const log = createLog({ logLevel: 'silent' });
  const server = await startServer({ config: { ...config, checkAnswers: true }, log, connectionString });
  try {
    const owner = new SessionBrowser(server.url);
    assert.equal((await owner.signIn(OWNER.email, OWNER.password)).status, 200);
    const query = new URLSearchParams({ narrow: '[]', anchor: 'newest', num_before: '5000', num_after: '0' });
    const messages = (await owner.get(`/api/v1/messages?${query}`)).json.messages;
    assert.equal(messages.length, tables['chat.messages']!.rows.length);
    const { status, json: listed } = await owner.get('/api/v2/tasks/all?from=0');
    assert.equal(status, 200);
    const { tasks } = listed;
    assert.ok(tasks.length >= Math.min(64, tables['dispatch.tasks']!.rows.length), String(tasks.length));
    const form = new URLSearchParams({ type: 'stream', to: '"everybody"', topic: 'upgrade', content: 'after it' });
    const { json } = await owner.get('/api/v1/users/me/subscriptions');
    form.set('to', JSON.stringify(json.subscriptions[0].name));
    const sent = await owner.request('POST', '/api/v1/messages', form, { 'content-type': undefined });
    assert.equal(sent.status, 200, sent.text);
    assert.ok(sent.json.id > Math.max(...messages.map(({ id }: { id: number }) => id)), sent.text);
  } finally {
    await server.close();
  }
}
