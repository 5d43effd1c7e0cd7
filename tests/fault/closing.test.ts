import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import pg from 'pg';
import { Availability } from '../../src/platform/db/availability.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { defineJob } from '../../src/platform/jobs/define-job.ts';
import { JobQueue } from '../../src/platform/jobs/queue.ts';
import { createLog } from '../../src/platform/log.ts';
import { until } from '../harness/clients.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startTestServer } from '../harness/server.ts';

/** Alone it is half of this. */
const MAX_MS = 6000;

test('a server closes although a transaction, one that waits for it, and a query do not end', async () => {
  const server = await startTestServer();
  const { database } = server.services;
  const { organization_id: id } = await server.organization();
  const rename = sql`update platform.organizations set name = 'Half done' where id = ${id}`;
  const begun = { locks: false };
  void database.transaction(async (tx) => {
    await tx.run(rename);
    begun.locks = true;
    await new Promise(() => undefined);
  });
  await until(() => begun.locks, 'the lock');
  const waiting = database.transaction((tx) => tx.run(rename));
  const sleeping = database.reader.all(sql`select pg_sleep(60)`);
  const ends = Promise.allSettled([waiting, sleeping]);
  const started = performance.now();
  await server.close();
  const took = performance.now() - started;
  assert.ok(took < MAX_MS, `${took}`);
  assert.deepEqual(
    (await ends).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('a job that heeds its signal ends with the server, and one that does not is not waited for', async () => {
  const database = await createTestDatabase();
  const running = new Set<string>();
  let ended = false;
  const heeding = defineJob({
    queue: 'heeding',
    expireInSeconds: 60,
    retryLimit: 1,
    retryDelay: 1,
    concurrency: 1,
    async handle(_services, _data, signal) {
      running.add('heeding');
      await once(signal, 'abort');
      ended = true;
      throw new Error('ended');
    },
  });
  const deaf = defineJob({
    ...heeding,
    queue: 'deaf',
    handle: () => {
      running.add('deaf');
      return new Promise(() => undefined);
    },
  });
  const { connectionString } = database;
  const log = createLog({ logLevel: 'silent' });
  const availability = new Availability({ connectionString, log });
  const definitions = [heeding, deaf];
  const queue = new JobQueue({ connectionString, definitions, availability, log, connections: 6, supervise: true });
  await queue.work(undefined as never);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await queue.write(client, [
    { queue: 'heeding', data: {} },
    { queue: 'deaf', data: {} },
  ]);
  queue.wake(['heeding', 'deaf']);
  await until(() => running.size === 2, 'both jobs');
  const started = performance.now();
  await queue.finish(100);
  await queue.stop();
  assert.ok(performance.now() - started < MAX_MS);
  assert.ok(ended);
  // Both are there for whoever serves next.
  const { rows } = await client.query(`select state from jobs.job where name in ('heeding', 'deaf')`);
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['retry', 'retry'],
  );
  await client.end();
  await database.drop();
});
