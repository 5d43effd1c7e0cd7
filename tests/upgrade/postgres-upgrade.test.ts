/** A database of an older PostgreSQL, with data, is taken over by the one of this version: killed in the middle, then done. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { OWNER } from '../../src/cli/demo/cast.ts';
import { listMigrations, migrate } from '../../src/platform/db/migrate.ts';
import { makeJobTables } from '../../src/platform/jobs/make-tables.ts';
import { until } from '../harness/clients.ts';
import { contentOf, contentOfDatabase, type TableContent } from '../harness/database-content.ts';
import { Installation, programFile } from '../harness/program.ts';
import { SessionBrowser } from '../harness/session-browser.ts';
import { FIXTURE_KEY, loadFixture, readFixtures } from './fixture.ts';
import { anOldVersion, makeOldCluster, type OldVersion, withConnection, withOldCluster } from './old-cluster.ts';

const scratch = await mkdtemp(path.join(tmpdir(), 'hubbub-old-postgres-'));
const found = await anOldVersion(scratch);
after(async () => {
  if (typeof found !== 'string') await found.remove();
  await rm(scratch, { recursive: true, force: true });
});
const skip = typeof found === 'string' && `no older PostgreSQL: ${found}`;

/** Their rows name transactions of their own cluster, and are those of the migrations in each. */
const LOCAL = new Set(['dispatch.worker_changes', 'dispatch.worker_changes_kept']);
const copied = (content: TableContent[]) => content.filter(({ name }) => !LOCAL.has(name));

/** Objects that an operator may have created in the cluster beside its tables. */
const byHand = (version: number) => `
  create role grafana login password 'of a reader' connection limit 3 valid until '2030-01-01';
  create role readers nologin;
  grant readers to grafana ${version < 16 ? '' : 'with inherit false'};
  grant usage on schema chat to readers;
  grant select on chat.users to readers;
  grant select (organization_id) on chat.realms to readers;
  revoke execute on function chat.search_fold(text) from public;
  grant execute on function chat.search_fold(text) to readers;
  alter default privileges in schema chat grant select on tables to readers;
  alter role all set client_min_messages to 'warning';
  alter database hubbub set idle_in_transaction_session_timeout to '1s';
  alter role grafana set search_path to chat, "$user";
  alter role grafana in database hubbub set statement_timeout to '5s'`;

const ROLES = `
  select rolname, rolpassword, rolconnlimit, rolvaliduntil::text, rolcanlogin,
    (select array_agg(setconfig::text order by setconfig::text) from pg_db_role_setting s where s.setrole = r.oid) as settings,
    pg_has_role(r.oid, 'readers', 'usage') as reads, has_table_privilege(r.oid, 'chat.users', 'select') as users,
    has_table_privilege(r.oid, 'chat.messages', 'select') as messages,
    has_column_privilege(r.oid, 'chat.realms', 'organization_id', 'select') as realms,
    has_function_privilege(r.oid, 'chat.search_fold(text)', 'execute') as folds,
    (select array_agg(setconfig::text order by setconfig::text) from pg_db_role_setting where setrole = 0) as of_all
  from pg_authid r where rolname in ('grafana', 'readers') order by 1`;

test('an older PostgreSQL is copied, compared, and kept', { skip, timeout: 600_000 }, async () => {
  const old = found as OldVersion;
  await using installation = await Installation.create();
  const { dataDir } = installation;
  const home = path.join(dataDir, 'postgres');
  const [fixture] = (await readFixtures()).slice(-1);
  const programs = ['--programs', old.binaries.folder];
  await makeOldCluster(dataDir, old);
  const names = new Set(fixture!.migrations.map(({ name }) => name));
  const before = await withOldCluster(dataDir, old, async (client, connectionString) => {
    await migrate(connectionString, { known: (await listMigrations()).filter(({ name }) => names.has(name)) });
    await makeJobTables(connectionString);
    await loadFixture(client, fixture!);
    await client.query(`select jobs.create_queue('test', '{"policy": "standard"}'::jsonb)`);
    await client.query(
      `insert into jobs.job (name, data) select 'test', jsonb_build_object('n', n) from generate_series(1, 3) n`,
    );
    await client.query(byHand(old.version));
    await client.query("alter system set work_mem to '5MB'");
    await client.query('alter system set max_prepared_transactions to 1');
    await client.query('create table public.mine (n int)');
    return { content: await contentOfDatabase(connectionString), roles: (await client.query(ROLES)).rows };
  });
  before.content = before.content.filter(({ name }) => name !== 'public.mine');

  // What cannot be served says what is to be done.
  const refused = await installation.command('doctor');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    new RegExp(`is from PostgreSQL ${old.version}, but this Hubbub has 18\\. Run "npm run hubbub -- postgres upgrade"`),
  );
  assert.equal(refused.stderr.trim().split('\n').length, 1, refused.stderr);

  // What would be lost is told, and nothing is changed.
  const lacking = await installation.command('postgres', 'upgrade', ...programs);
  assert.match(lacking.stderr, /^The old database has public\.mine, which does not belong to Hubbub/);
  const full = { DISK_RESERVE_MIB: '1000000000' };
  const noRoom = await installation.commandWith(full, 'postgres', 'upgrade', ...programs);
  assert.match(noRoom.stderr, /MiB free, but the copy of the database needs \d+ MiB\. Free some space/);
  assert.deepEqual((await readdir(home)).sort(), ['cluster', 'socket']);
  await withOldCluster(dataDir, old, async (client) => {
    await client.query('drop table public.mine');
    // It holds up the copy of that table, also after a restart.
    await client.query(`begin; lock table chat.messages in access exclusive mode; prepare transaction 'held'`);
  });

  const cutOff = spawn(process.execPath, [programFile, 'postgres', 'upgrade', ...programs], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined },
    stdio: 'ignore',
  });
  const isHeld = () =>
    withConnection(dataDir, async (client) => {
      const { rows } = await client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ '^copy'`,
      );
      return rows.length > 0;
    }).catch(() => false);
  await until(isHeld, 'the copy to be in its middle');
  assert.ok(existsSync(path.join(home, 'cluster.new-upgrade/cluster/PG_VERSION')));
  cutOff.kill('SIGKILL');
  await once(cutOff, 'exit');
  // As one that was killed while it fetched the old programs.
  await mkdir(path.join(dataDir, `postgresql-${old.version}`));
  await withConnection(dataDir, (client) => client.query("rollback prepared 'held'"));
  assert.equal(await readFile(path.join(home, 'cluster/PG_VERSION'), 'utf8'), `${old.version}\n`);

  const done = await installation.command('postgres', 'upgrade', ...programs, '--json');
  assert.equal(done.code, 0, done.stderr);
  const result = JSON.parse(done.stdout);
  assert.deepEqual(result.leftOut, ['default acl for role hubbub in schema chat on tables']);
  assert.equal(result.from, old.version);
  assert.equal(result.to, 18);
  const tables = before.content.filter(({ isSequence, name }) => !isSequence && !LOCAL.has(name));
  const rowsOf = tables.reduce((sum, { rows }) => sum + rows, 0);
  assert.ok(result.rows >= rowsOf + 3, `${result.rows} of ${rowsOf}`);
  const retained = path.basename(result.kept);
  assert.match(retained, new RegExp(`^cluster\\.postgres-${old.version}\\.delete-after-\\d{4}-\\d\\d-\\d\\d$`));
  assert.deepEqual((await readdir(home)).sort(), ['cluster', retained, 'socket'].sort());
  assert.equal(await readFile(path.join(result.kept, 'PG_VERSION'), 'utf8'), `${old.version}\n`);

  assert.equal(existsSync(path.join(dataDir, `postgresql-${old.version}`)), false);

  assert.deepEqual(copied(await contentOf(dataDir)), copied(before.content));
  await serveAndLook(installation, before.roles, fixture!.tables['chat.messages']!.rows.length);

  const again = await installation.command('postgres', 'upgrade', '--json');
  assert.deepEqual(JSON.parse(again.stdout), { from: 18, to: 18, tables: 0, rows: 0, kept: null, leftOut: [] });

  // A swap that was cut off between its two renames is undone.
  const content = await contentOf(dataDir);
  await rename(path.join(home, 'cluster'), path.join(home, 'cluster.postgres-18.delete-after-2130-01-01'));
  await mkdir(path.join(home, 'cluster.postgres-19.delete-after-2029-01-01'));
  await mkdir(path.join(home, 'cluster.new-upgrade'));
  assert.deepEqual(await contentOf(dataDir), content);
  await rmdir(path.join(home, 'cluster.postgres-19.delete-after-2029-01-01'));
  assert.deepEqual((await readdir(home)).sort(), ['cluster', retained, 'socket'].sort());

  await writeFile(path.join(home, 'cluster/PG_VERSION'), '99\n');
  const newer = await installation.command('doctor');
  assert.match(newer.stderr, /is from PostgreSQL 99, but this Hubbub only has 18\. Start a newer Hubbub on it\.\n$/);
});

async function serveAndLook(installation: Installation, roles: unknown[], messages: number): Promise<void> {
  const server = await installation.start({ SECRET_KEY: FIXTURE_KEY });
  await withConnection(installation.dataDir, async (client) => {
    const { rows } = await client.query(`select (select count(*)::int from jobs.job where name = 'test') as jobs,
      current_setting('work_mem') as work_mem, current_setting('server_version_num')::int / 10000 as version,
      current_setting('data_checksums') as checksums`);
    assert.deepEqual(rows, [{ jobs: 3, work_mem: '5MB', version: 18, checksums: 'on' }]);
    assert.deepEqual((await client.query(ROLES)).rows, roles);
  });
  const owner = new SessionBrowser(server.url);
  assert.equal((await owner.signIn(OWNER.email, OWNER.password)).status, 200);
  const query = new URLSearchParams({ narrow: '[]', anchor: 'newest', num_before: '5000', num_after: '0' });
  const read = (await owner.get(`/api/v1/messages?${query}`)).json.messages;
  assert.equal(read.length, messages);
  const { subscriptions } = (await owner.get('/api/v1/users/me/subscriptions')).json;
  const form = new URLSearchParams({ type: 'stream', topic: 'upgrade', content: 'after it' });
  form.set('to', JSON.stringify(subscriptions[0].name));
  const sent = await owner.request('POST', '/api/v1/messages', form, { 'content-type': undefined });
  assert.equal(sent.status, 200, sent.text);
  assert.ok(sent.json.id > Math.max(...read.map(({ id }: { id: number }) => id)), sent.text);
  assert.equal((await owner.get('/api/v2/tasks/all?from=0')).status, 200);
  await server.end('SIGTERM');
}
