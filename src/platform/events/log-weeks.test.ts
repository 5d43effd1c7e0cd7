import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { startTestServer } from '../../../tests/harness/server.ts';
import { startServer } from '../../app.ts';
import { followTaskHistory } from '../../dispatch/tasks/history/follow-history.ts';
import { prepare, type Sql, sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { deleteSomeRows } from '../deletion/queries.ts';
import { insertMove } from '../moves/queries.ts';
import { addLogWeeks } from './add-log-weeks.ts';
import { readConcerned } from './log-reader.ts';
import { addWeek, dropPromise, endOfWeek, loadLogWeeks, mondayOf, promiseNone } from './log-weeks.ts';
import { trimLog } from './trim-log.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const { database } = services;
const DAY_MS = 86_400_000;
const today = Date.now();
const inDays = (days: number) => new Date(today + days * DAY_MS);

/** A night some days from now. */
const atNight = (job: typeof trimLog, days: number) =>
  job.handle({ ...services, clock: { now: () => inDays(days) } }, {}, new AbortController().signal);

/** An event at a time, behind those of the organization. @returns its ID */
async function log(organizationId: string, at: Date): Promise<number> {
  const row = await database.transaction((tx) =>
    tx.first(sql<{ id: number }>`
      with head as (
        update platform.log_heads set event_id = event_id + 1 where organization_id = ${organizationId} returning event_id)
      insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state)
      select ${organizationId}, event_id, ${at}::timestamptz, 'test', 'test', '{}', '{}', false from head returning id`),
  );
  return row!.id;
}

/** The table that an event is in; undefined: it is gone. */
async function tableOf(organizationId: string, id: number): Promise<string | undefined> {
  const row = await database.reader.first(sql<{ name: string }>`
    select tableoid::regclass::text as name from platform.event_log where organization_id = ${organizationId} and id = ${id}`);
  return row?.name;
}

const nameOf = (monday: Date) => `platform.event_log_${monday.toISOString().slice(0, 10).replaceAll('-', '')}`;
const weeks = async () => (await loadLogWeeks(database.reader)).map((monday) => monday.toISOString());
const weeksFrom = (days: number, count: number) =>
  Array.from({ length: count }, (_, week) => mondayOf(inDays(days), week).toISOString());

async function readUpTo(organizationId: string, reader: string, id: number): Promise<void> {
  await database.transaction((tx) =>
    tx.run(sql`
      insert into platform.log_cursors (organization_id, reader, event_id) values (${organizationId}, ${reader}, ${id})
      on conflict (organization_id, reader) do update set event_id = ${id}`),
  );
}

/** Everybody has read everything. */
const readAll = () =>
  database.transaction((tx) =>
    tx.run(sql`
      update platform.log_cursors c set event_id = h.event_id from platform.log_heads h where h.organization_id = c.organization_id`),
  );

test('an event goes to the table of its week, and to the rest where there is none', async () => {
  const { organization_id: id } = await server.organization();
  assert.deepEqual(await weeks(), weeksFrom(0, 3));
  assert.equal(await tableOf(id, await log(id, inDays(0))), nameOf(mondayOf(inDays(0))));
  assert.equal(
    await tableOf(id, await log(id, new Date(endOfWeek(mondayOf(inDays(0))).getTime() - 1))),
    nameOf(mondayOf(inDays(0))),
  );
  assert.equal(await tableOf(id, await log(id, endOfWeek(mondayOf(inDays(0))))), nameOf(mondayOf(inDays(7))));
  assert.equal(await tableOf(id, await log(id, inDays(-30))), 'platform.event_log_rest');
  assert.equal(await tableOf(id, await log(id, inDays(90))), 'platform.event_log_rest');
});

test('weeks ahead are added beside what is in the rest, but for one that it has events of', async () => {
  const { organization_id: id } = await server.organization();
  const early = [await log(id, inDays(-30)), await log(id, inDays(90))];
  const own = mondayOf(inDays(0), 4);
  const late = await log(id, own);
  assert.equal(await tableOf(id, late), 'platform.event_log_rest');
  const nightOf = (monday: Date) => (monday.getTime() - today) / DAY_MS;
  await atNight(addLogWeeks, nightOf(mondayOf(inDays(0), 1)));
  assert.deepEqual(await weeks(), weeksFrom(0, 4));
  await atNight(addLogWeeks, nightOf(mondayOf(inDays(0), 3)));
  assert.deepEqual(await weeks(), [...weeksFrom(0, 4), mondayOf(inDays(0), 5).toISOString()]);
  // Nothing is refused afterwards, and nothing has been moved.
  for (const event of [...early, late, await log(id, own)])
    assert.equal(await tableOf(id, event), 'platform.event_log_rest');
});

test('a week that begins within three days gets no table: its events may be on their way', async () => {
  const monday = mondayOf(inDays(0), 7);
  await atNight(addLogWeeks, (monday.getTime() - today) / DAY_MS - 2.9);
  const found = await weeks();
  assert.ok(!found.includes(monday.toISOString()));
  assert.ok(found.includes(endOfWeek(monday).toISOString()));
});

test('PostgreSQL takes the promise for what it is, and does not read the rest while it adds a week', async () => {
  const monday = mondayOf(inDays(0), 10);
  await database.transaction((tx) => promiseNone(tx, monday));
  const client = new pg.Client({ connectionString: server.connectionString });
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  await client.connect();
  await client.query(`
    begin; set local client_min_messages = debug1;
    alter table platform.event_log_rest validate constraint event_log_rest_lacks_check;
    select platform.add_event_log_week('${monday.toISOString()}'::date); rollback`);
  await client.end();
  await database.transaction(dropPromise);
  assert.ok(
    notices.some((notice) => /default partition "event_log_rest" is implied by existing constraints/.test(notice)),
    notices.join('; '),
  );
});

test('a promise that a killed process has left is taken back, and without one no week is added', async () => {
  const { organization_id: id } = await server.organization();
  const monday = mondayOf(inDays(0), 20);
  await database.transaction((tx) => promiseNone(tx, monday));
  await assert.rejects(log(id, monday), { code: '23514' });
  await atNight(addLogWeeks, 0);
  assert.equal(await tableOf(id, await log(id, monday)), 'platform.event_log_rest');
  await assert.rejects(
    database.transaction((tx) => addWeek(tx, mondayOf(inDays(0), 21))),
    { code: '42704' },
  );
});

test('a server takes back, as it starts, the promise that a killed process has left', async () => {
  const { organization_id: id } = await server.organization();
  const monday = mondayOf(inDays(0), 22);
  await database.transaction((tx) => promiseNone(tx, monday));
  const { config, log: lines, clock } = services;
  const { connectionString } = server;
  const started = await startServer({ config: { ...config, port: 0 }, log: lines, clock, connectionString });
  await started.close();
  assert.equal(await tableOf(id, await log(id, monday)), 'platform.event_log_rest');
});

test('a week is dropped when it is over for 15 days, unless a reader needs an event of it or an organization moves', async () => {
  const { organization_id: id } = await server.organization();
  const monday = mondayOf(inDays(0));
  const over = (endOfWeek(monday).getTime() - today) / DAY_MS + 15;
  const event = await log(id, inDays(0));
  await readAll();
  await readUpTo(id, 'a slow one', event - 1);
  await atNight(trimLog, over + 0.1);
  assert.equal(await tableOf(id, event), nameOf(monday));
  await readAll();
  const move = { id: 'A'.repeat(24), isSource: true, cell: 'b', run: 'r' };
  await database.transaction((tx) => insertMove(tx, move));
  await atNight(trimLog, over + 0.1);
  assert.equal(await tableOf(id, event), nameOf(monday));
  await database.transaction((tx) => tx.run(sql`delete from platform.organization_moves`));
  await atNight(trimLog, over - 0.1);
  assert.equal(await tableOf(id, event), nameOf(monday));
  await atNight(trimLog, over + 0.1);
  assert.equal(await tableOf(id, event), undefined);
  assert.ok(!(await weeks()).includes(monday.toISOString()));
});

test('whoever reads the log for long puts the end of a week off, and nobody waits behind them', async () => {
  const monday = mondayOf(inDays(0), 1);
  await readAll();
  const over = (endOfWeek(monday).getTime() - today) / DAY_MS + 15.1;
  await database.transaction(async (tx) => {
    await tx.all(sql`select from platform.event_log limit 1`);
    await atNight(trimLog, over);
  });
  assert.ok((await weeks()).includes(monday.toISOString()));
  await atNight(trimLog, over);
  assert.ok(!(await weeks()).includes(monday.toISOString()));
});

test('reading on in the log is not planned anew each time', async () => {
  const { organization_id: id } = await server.organization();
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const tx = {
    all: async (statement: Sql) => (await client.query({ ...prepare(statement) })).rows,
  } as unknown as PlainTx;
  const read = () => readConcerned(tx, followTaskHistory, id, { after: 0, upto: 1000 });
  // PostgreSQL tries five plans for values before it decides.
  for (let n = 0; n < 8; n++) await read();
  const { rows } = await client.query('select generic_plans::int as plans from pg_prepared_statements');
  await client.end();
  assert.deepEqual(rows, [{ plans: 3 }]);
});

test('deleting an organization takes nothing of another that lies at the same place of another week', async () => {
  const [gone, other] = [await server.organization(), await server.organization()].map((each) => each.organization_id);
  const far = [inDays(8), inDays(15)];
  for (let n = 0; n < 20; n++) await log(gone!, far[0]!);
  const ids: number[] = [];
  for (let n = 0; n < 20; n++) ids.push(await log(other!, far[1]!));
  const table = { name: 'platform.event_log', key: ['organization_id', 'id'] };
  while ((await database.transaction((tx) => deleteSomeRows(tx, table, gone!))) > 0);
  const left = await database.reader.all(sql<{ id: number }>`
    select id from platform.event_log where organization_id = ${other!} and id = any(${ids}::bigint[]) order by id`);
  assert.deepEqual(
    left.map(({ id }) => id),
    ids,
  );
});
