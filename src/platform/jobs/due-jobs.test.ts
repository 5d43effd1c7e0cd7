import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { until } from '../../../tests/harness/clients.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Availability } from '../db/availability.ts';
import { sql } from '../db/sql.ts';
import { createLog } from '../log.ts';
import { DueJobs } from './due-jobs.ts';
import { JobQueue } from './queue.ts';

test('jobs for now begin when they are announced, one after the other, and those for later at their time', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const log = createLog({ logLevel: 'silent' });
  const ran: string[] = [];
  let fails = 1;
  const job = {
    queue: 'told',
    expireInSeconds: 60,
    retryLimit: 2,
    retryDelay: 1,
    concurrency: 1,
    async handle(_context: undefined, data: object) {
      const { name } = data as { name: string };
      if (name === 'fails' && fails-- > 0) throw new Error('once');
      ran.push(name);
    },
  };
  const availability = new Availability({ connectionString, log });
  const options = { connectionString, definitions: [job], availability, log, connections: 3 };
  const queue = new JobQueue<undefined>({ ...options, supervise: false });
  await queue.work(undefined);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const later = new Date(Date.now() + 1500);
  const names = ['one', 'two', 'three', 'four', 'five'];
  await queue.write(client, [
    ...names.map((name) => ({ queue: 'told', data: { name } })),
    { queue: 'told', data: { name: 'later' }, startAfter: later },
    { queue: 'told', data: { name: 'fails' } },
  ]);
  queue.wake(['told']);
  await until(() => names.every((name) => ran.includes(name)), 'jobs for now');
  assert.ok(!ran.includes('later') || Date.now() >= later.getTime());
  await until(() => ran.includes('later') && ran.includes('fails'), 'jobs for later');
  // A worker's own look comes in ten minutes, so this was the common one's.
  assert.ok(Date.now() - later.getTime() < 5000);
  await queue.stop();
  await client.end();
  await drop();
});

test('a queue is once per key also where it was made before it was declared so; a key that does nothing is a mistake', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const log = createLog({ logLevel: 'silent' });
  const job = {
    queue: 'told',
    expireInSeconds: 60,
    retryLimit: 0,
    retryDelay: 1,
    concurrency: 1,
    handle: async () => {},
  };
  const open = (definition: typeof job & { isOncePerKey?: boolean }) => {
    const availability = new Availability({ connectionString, log });
    const options = { connectionString, definitions: [definition], availability, log, connections: 1 };
    return new JobQueue<undefined>({ ...options, supervise: false });
  };
  const client = new pg.Client({ connectionString });
  await client.connect();
  const keyed = (name: string) => ({ queue: 'told', data: { name }, singletonKey: 'key' });
  const before = open(job);
  await before.write(client, [{ queue: 'told', data: { name: 'of before' } }]);
  await assert.rejects(before.write(client, [keyed('of before')]), /have no singletonKey/);
  await before.stop();
  const now = open({ ...job, isOncePerKey: true });
  for (const name of ['first', 'second']) await now.write(client, [keyed(name)]);
  await assert.rejects(now.write(client, [{ queue: 'told', data: {} }]), /need a singletonKey/);
  const { rows } = await client.query(
    "select data->>'name' as name from jobs.job where name = 'told' order by created_on",
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['of before', 'first'],
  );
  await now.stop();
  await client.end();
  await drop();
});

test('an idle program asks the database fewer than five times a second', async () => {
  await using server = await startTestServer();
  await server.organization();
  let asked = 0;
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    asked++;
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    // The time itself is what is tested: 3 s of it.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  assert.ok(asked < 3 * 5 + 12, `${asked} statements`);
});

test('the next look is when the next job is due', async (t) => {
  const delays: (number | undefined)[] = [];
  const timer = globalThis.setTimeout;
  t.mock.method(globalThis, 'setTimeout', (work: () => void, milliseconds?: number) => {
    delays.push(milliseconds);
    return timer(work, milliseconds);
  });
  const looked = Promise.withResolvers<void>();
  const due = new DueJobs({
    ask: async () => [{ name: 'later', seconds: 0.4 }],
    schema: 'jobs',
    wake: () => looked.resolve(),
    failed: assert.fail,
  });
  due.start(['later']);
  await looked.promise;
  await turn();
  due.stop();
  // At once, and then not before half a second is over since.
  assert.ok(delays.length >= 2);
  assert.ok(!delays.some((delay) => delay! > 500 && delay! <= 5000), String(delays));
});

test('whatever runs on a schedule runs to its end, begun as the schedule begins it', async () => {
  await using server = await startTestServer();
  await server.organization();
  const { database, jobs } = server.services;
  const begun = await database.transaction((tx) =>
    tx.all(sql<{ id: string; name: string }>`
      insert into jobs.job (name, data) select name, data from jobs.schedule returning id, name`),
  );
  const queues = begun.map(({ name }) => name);
  assert.ok(queues.includes('dispatch-delays-on-duty') && queues.includes('trim-event-log'));
  jobs.wake(queues);
  const ids = begun.map(({ id }) => id);
  const ended = async () => {
    const all = await database.reader.all(sql<{ name: string; state: string; output: object | null }>`
      select name, state, output from jobs.job where id = any(${ids}::uuid[]) and state not in ('created', 'active')`);
    return all.length === ids.length ? all : undefined;
  };
  const failed = (await until(ended, 'every scheduled job')).filter(({ state }) => state !== 'completed');
  assert.deepEqual(failed, []);
});

test('a start writes of its queues and schedules what has changed since the last one, and nothing else', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const log = createLog({ logLevel: 'silent' });
  const client = new pg.Client({ connectionString });
  await client.connect();
  const job = { expireInSeconds: 60, retryLimit: 2, retryDelay: 1, concurrency: 1, handle: async () => undefined };
  const start = async (own: Partial<typeof job & { cron: string }>) => {
    const definitions = [
      { ...job, queue: 'kept', cron: '0 1 * * *' },
      { ...job, queue: 'changed', cron: '0 2 * * *', ...own },
    ];
    const availability = new Availability({ connectionString, log });
    const options = { connectionString, definitions, availability, log, connections: 3, supervise: false };
    const queue = new JobQueue<undefined>(options);
    await queue.work(undefined);
    await queue.stop();
  };
  /** Returns the PostgreSQL row version of each job: writing one changes it. */
  const rows = async () => {
    const { rows } = await client.query<{ of: string; name: string; version: string }>(
      `select 'queue' as of, name, ctid::text as version from jobs.queue where name in ('kept', 'changed')
       union all select 'schedule', name, ctid::text from jobs.schedule`,
    );
    return new Map(rows.map(({ of, name, version }) => [`${of} ${name}`, version]));
  };
  await start({});
  const before = await rows();
  assert.equal(before.size, 4);
  await start({});
  assert.deepEqual(await rows(), before);
  await start({ retryLimit: 3, cron: '0 3 * * *' });
  const after = await rows();
  assert.deepEqual([...before.keys()].filter((name) => before.get(name) !== after.get(name)).sort(), [
    'queue changed',
    'schedule changed',
  ]);
  const { rows: retained } = await client.query(
    `select retry_limit, cron from jobs.queue join jobs.schedule using (name) where name = 'changed'`,
  );
  assert.deepEqual(retained, [{ retry_limit: 3, cron: '0 3 * * *' }]);
  await client.end();
  await drop();
});
