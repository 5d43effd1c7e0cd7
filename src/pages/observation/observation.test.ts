import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { sql } from '../../platform/db/sql.ts';
import { startLogReader } from '../../platform/events/log-cursors.ts';
import type { Services } from '../../platform/services.ts';
import { VERSION } from '../../platform/version.ts';
import { lookingAt } from './look.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { clock } = server;
const { database } = server.services;

const scrape = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
/** The samples of one metric: their labels as text, and the value. */
const samplesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line))
      .filter((found) => found?.[1] === name)
      .map((found) => [found![2] ?? '', Number(found![3])]),
  );

test('every metric that the alerts and the dashboard name is there', async () => {
  // Counted from the first password on.
  await server.organization();
  const wrong = new URLSearchParams({ username: 'nobody@couriers.example', password: 'not the right one' });
  await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body: wrong });
  const text = await scrape();
  const there = new Set(text.match(/(?<=^# TYPE )\S+/gm));
  const root = new URL('../../../deploy/', import.meta.url);
  for (const file of ['prometheus/alerts.yml', 'grafana/hubbub.json']) {
    const named = (await readFile(new URL(file, root), 'utf8')).match(/\b(hubbub|nodejs|process)_[a-z0-9_]+/g)!;
    const missing = new Set(named.map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((n) => !there.has(n)));
    assert.deepEqual([...missing], [], file);
    assert.ok(named.length > 10);
  }
  assert.deepEqual(samplesOf(text, 'hubbub_build_info'), { [`version="${VERSION}"`]: 1 });
  assert.deepEqual(samplesOf(text, 'hubbub_database_up'), { '': 1 });
});

test('it shows what waits: deliveries, jobs, events that a reader has not read', async () => {
  const { organization_id: id, dispatch } = await server.organization();
  const receiver = await Receiver.start();
  after(() => receiver.stop());
  const api = new DispatchClient(dispatch);
  await api.post('/webhooks', { url: receiver.url, trigger: 6 });
  const hour = new Date(clock.now().getTime() + 3_600_000);
  await database.transaction(async (tx) => {
    await tx.run(sql`update dispatch.webhook_receivers set paused_until = ${hour} where receiver = ${receiver.origin}`);
    await startLogReader(tx, id, 'sleeps');
    const event = { organizationId: id, part: 'dispatch', kind: 'task', audience: [], state: false } as const;
    tx.emit({ ...event, payload: { triggerId: 6, taskId: 'a task' } });
    // Queues at which nobody works.
    for (const name of ['late', 'quiet'])
      await tx.run(sql`
        insert into jobs.queue
        select (jsonb_populate_record(q, ${JSON.stringify({ name })}::jsonb)).* from jobs.queue q limit 1`);
    await tx.run(sql`
      insert into jobs.job (name, state, start_after)
      values ('late', 'created', now() - interval '100 seconds'), ('late', 'failed', now())`);
  });
  clock.advance(60_000);
  await until(async () => samplesOf(await scrape(), 'hubbub_webhook_deliveries_due')['']! >= 1, 'the delivery');
  const text = await scrape();
  const oldest = samplesOf(text, 'hubbub_webhook_oldest_seconds')['']!;
  assert.ok(oldest >= 0 && oldest <= 60, String(oldest));
  const late = 'queue="late"';
  assert.deepEqual([samplesOf(text, 'hubbub_jobs_due')[late], samplesOf(text, 'hubbub_jobs_failed')[late]], [1, 1]);
  assert.ok(samplesOf(text, 'hubbub_job_oldest_seconds')[late]! >= 100);
  // From nothing to the first is a growth only of a count that is there.
  for (const metric of ['hubbub_jobs_due', 'hubbub_jobs_failed', 'hubbub_job_oldest_seconds'])
    assert.equal(samplesOf(text, metric)['queue="quiet"'], 0, metric);
  const behind = samplesOf(text, 'hubbub_log_reader_behind_seconds');
  assert.ok(behind['reader="sleeps"']! >= 60, JSON.stringify(behind));
  assert.ok(samplesOf(text, 'hubbub_log_compared_seconds')['']! >= 0);
  // A receiver that does not answer is not this server's matter.
  await database.transaction((tx) =>
    tx.run(sql`update dispatch.webhook_receivers set unanswered = 3 where receiver = ${receiver.origin}`),
  );
  await until(async () => samplesOf(await scrape(), 'hubbub_webhook_deliveries_due')[''] === 0, 'nothing due');
  assert.equal(samplesOf(await scrape(), 'hubbub_webhook_oldest_seconds')[''], 0);
});

test('of more organizations than are looked at, those come first of which most is unread', async () => {
  const { organization_id: id } = await server.organization();
  const hour = new Date(clock.now().getTime() - 3_600_000);
  const own = sql`like 'crowd %'`;
  await database.transaction(async (tx) => {
    await tx.run(sql`
      insert into platform.organizations
      select (jsonb_populate_record(o, jsonb_build_object('id', 'crowd ' || n, 'address', 'crowd-' || n))).*
      from platform.organizations o, generate_series(1, 501) n where o.id = ${id}`);
    await tx.run(sql`
      insert into platform.log_heads (organization_id, event_id)
      select 'crowd ' || n, case n when 501 then 9 else 1 end from generate_series(1, 501) n
      on conflict (organization_id) do update set event_id = excluded.event_id`);
    await tx.run(sql`
      insert into platform.log_cursors (organization_id, reader, event_id)
      select 'crowd ' || n, 'crowd', 0 from generate_series(1, 501) n`);
    await tx.run(sql`
      insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
      select 'crowd ' || n, 1, case n when 501 then ${hour} else ${clock.now()}::timestamptz end,
        'dispatch', 'task', '{}', '{}', false from generate_series(1, 501) n`);
  });
  const crowd = async () => samplesOf(await scrape(), 'hubbub_log_reader_behind_seconds')['reader="crowd"'];
  await until(async () => (await crowd()) !== undefined, 'the readers that are behind');
  const seconds = (await crowd())!;
  await database.transaction(async (tx) => {
    await tx.run(sql`delete from platform.event_log where organization_id ${own}`);
    await tx.run(sql`delete from platform.organizations where id ${own}`);
  });
  assert.ok(seconds >= 3600, String(seconds));
});

test('it shows how the database is, and counts that grow', async () => {
  const first = await scrape();
  const connections = samplesOf(first, 'hubbub_database_connections');
  assert.equal(Object.keys(connections).length, 6);
  const waiting = async () => samplesOf(await scrape(), 'hubbub_database_connections')['pool="read",state="waiting"'];
  await until(async () => (await waiting()) === 0, 'nothing waiting: its own questions do not count');
  assert.ok(samplesOf(first, 'hubbub_postgres_size_bytes')['']! > 1_000_000);
  assert.ok(Object.values(samplesOf(first, 'hubbub_postgres_sessions')).some((count) => count > 0));
  assert.ok(samplesOf(first, 'hubbub_postgres_transactions_total')['outcome="committed"']! > 0);
  assert.ok(samplesOf(first, 'hubbub_postgres_wal_bytes_total')['']! > 0);
  assert.deepEqual(samplesOf(first, 'hubbub_backup_timestamp_seconds'), {});
  const begun = new Date(clock.now().getTime() - 5000);
  await database.transaction((tx) =>
    tx.run(sql`
      insert into platform.backups (begun_at, file, bytes, failure, is_scheduled) values (${begun}, 'a file', 1, null, false)`),
  );
  const backup = async () => samplesOf(await scrape(), 'hubbub_backup_timestamp_seconds')[''];
  await until(async () => (await backup()) === begun.getTime() / 1000, 'the backup');
});

test('a database that fails or hangs is said to be away, and nothing is said of it', async () => {
  const away = (all: () => Promise<unknown>) => {
    const reader = { all, first: all };
    return lookingAt({ database: { reader }, clock } as unknown as Services);
  };
  assert.equal(await away(() => Promise.reject(new Error('cut')))(), undefined);
  let statements = 0;
  const reads = away(() => {
    statements++;
    return new Promise(() => undefined);
  });
  // One statement fails, the others hang.
  let calls = 0;
  const half = away(() => (calls++ === 0 ? Promise.reject(new Error('cut')) : new Promise(() => undefined)));
  const halfAsked = half();
  const asked = [reads(), reads()];
  assert.equal(asked[0], asked[1], 'one look for all who ask at about the same time');
  assert.equal(await asked[0], undefined);
  const begun = statements;
  assert.ok(begun > 1);
  assert.equal(await reads(), undefined);
  assert.equal(statements, begun, 'none is begun beside one that hangs');
  assert.equal(await halfAsked, undefined);
  assert.equal(await half(), undefined);
  assert.equal(calls, begun);
});
