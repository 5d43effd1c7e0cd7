import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../tests/harness/clients.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { Availability } from '../db/availability.ts';
import { createLog } from '../log.ts';
import { type JobDefinition, JobQueue } from './queue.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

/** A queue whose jobs end when they are told to. */
async function gate(queue: string, { concurrency, turns }: Pick<JobDefinition<undefined>, 'concurrency' | 'turns'>) {
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const definition: JobDefinition<undefined> = {
    ...{ queue, concurrency, expireInSeconds: 60, retryLimit: 0, retryDelay: 1 },
    ...(turns && { turns }),
    async handle(_context, data) {
      const { name } = data as { name: string };
      started.push(name);
      await new Promise<void>((resolve) => running.set(name, resolve));
      running.delete(name);
    },
  };
  const { connectionString } = database;
  const log = createLog({ logLevel: 'silent' });
  const availability = new Availability({ connectionString, log });
  const jobs = new JobQueue<undefined>({
    ...{ connectionString, definitions: [definition], availability, log, connections: 3, supervise: false },
  });
  await jobs.work(undefined);
  return {
    started,
    add: async (organizationId: string, ...names: string[]) => {
      await jobs.write(
        client,
        names.map((name) => ({ queue, data: { organizationId, name } })),
      );
      jobs.wake([queue]);
    },
    has: (name: string) => until(() => running.has(name), `${name} to run`),
    end: (name: string) => running.get(name)!(),
    async [Symbol.asyncDispose]() {
      for (const end of running.values()) end();
      await jobs.stop();
    },
  };
}

test("however many jobs one organization has queued, another's first is the next but one, and so on in turns", async () => {
  await using jobs = await gate('turns-of-one', { concurrency: 1, turns: {} });
  await jobs.add('A', 'a1');
  await jobs.has('a1');
  await jobs.add('A', 'a2', 'a3', 'a4');
  await jobs.add('B', 'b1', 'b2');
  await jobs.add('C', 'c1');
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'];
  for (const name of order) {
    await jobs.has(name);
    jobs.end(name);
  }
  assert.deepEqual(jobs.started, order);
  // A queue that has run empty begins anew.
  await jobs.add('A', 'a5', 'a6');
  await jobs.has('a5');
  await jobs.add('B', 'b3');
  for (const name of ['a5', 'a6', 'b3']) {
    await jobs.has(name);
    jobs.end(name);
  }
});

test('one that comes again and again does not pass by one that waits', async () => {
  await using jobs = await gate('turns-again', { concurrency: 1, turns: {} });
  await jobs.add('A', 'a1');
  await jobs.has('a1');
  await jobs.add('A', 'a2', 'a3');
  await jobs.add('B', 'b1');
  jobs.end('a1');
  await jobs.has('a2');
  jobs.end('a2');
  await jobs.has('b1');
  await jobs.add('B', 'b2');
  jobs.end('b1');
  await jobs.has('a3');
  jobs.end('a3');
  await jobs.has('b2');
});

test('of one organization no more are handled at a time than may', async () => {
  await using jobs = await gate('turns-two', { concurrency: 2, turns: { atOnceOfOne: 1 } });
  await jobs.add('A', 'a1');
  await jobs.has('a1');
  await jobs.add('A', 'a2', 'a3');
  await jobs.add('B', 'b1');
  await jobs.has('b1');
  assert.deepEqual(jobs.started, ['a1', 'b1']);
  jobs.end('a1');
  await jobs.has('a2');
});

test('a job without an organization in a queue with turns is a mistake', async () => {
  await using jobs = await gate('turns-nobody', { concurrency: 1, turns: {} });
  await assert.rejects(jobs.add(undefined as unknown as string, 'lost'), /of no organization/);
});
