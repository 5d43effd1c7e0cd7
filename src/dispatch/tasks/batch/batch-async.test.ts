import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../../tests/harness/fleet.ts';
import { Receiver } from '../../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../../tests/harness/server.ts';
import { sql } from '../../../platform/db/sql.ts';
import { forgetBatches, runBatch } from './run-batch.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
let receiver: Receiver;
before(async () => {
  server = await startTestServer();
  receiver = await Receiver.start();
});
after(async () => {
  await receiver.stop();
  await server[Symbol.asyncDispose]();
});

const done = (api: Awaited<ReturnType<typeof startFleet>>['api'], jobId: string) =>
  until(async () => {
    const answer = await api.get(`/tasks/batch/${jobId}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.status !== 'pending' && answer.json;
  });

test('a batch in the background creates what it can, says what it could not, and tells one webhook', async () => {
  const { api } = await startFleet(server);
  await api.post('/webhooks', { url: receiver.url, name: 'batches', trigger: 19 });
  await api.post('/webhooks', { url: receiver.url, name: 'created', trigger: 6 });
  const good = [0, 1].map((n) => ({ destination: destinationAt(), notes: `number ${n}` }));
  const bad = { destination: destinationAt(), autoAssign: { mode: 'distance' } };
  const submitted = await api.post('/tasks/batch-async', { tasks: [good[0], bad, good[1]] });
  assert.equal(submitted.status, 200, submitted.text);
  assert.match(submitted.json.jobId, /^[A-Za-z0-9*~]{24}$/);
  const batch = await done(api, submitted.json.jobId);
  assert.deepEqual(
    { ...batch, newTasks: batch.newTasks.map((task: { notes: string }) => task.notes) },
    {
      status: 'completedWithErrors',
      submitted: 'Less than a minute ago.',
      tasksReceived: 3,
      tasksCreated: 2,
      tasksErrored: 1,
      newTasks: ['number 0', 'number 1'],
      newTasksWithWarnings: [],
      failedTasks: [bad],
      errors: [
        {
          statusCode: 400,
          errorCode: 1000,
          message: 'The values of one or more parameters are invalid.',
          cause: 'A batch does not support automatic assignment.',
          taskData: bad,
        },
      ],
    },
  );
  await until(() => receiver.deliveries.length > 0);
  const [{ body }] = receiver.deliveries as [Receiver['deliveries'][number]];
  assert.equal(receiver.deliveries.length, 1);
  assert.deepEqual([body.triggerName, body.jobId], ['taskBatchCreateJobCompleted', submitted.json.jobId]);
  assert.deepEqual(Object.fromEntries(Object.keys(batch).map((name) => [name, body[name]])), batch);
});

test('a batch too large for the body of a webhook is told by its counts', async () => {
  const { api } = await startFleet(server);
  await api.post('/webhooks', { url: receiver.url, name: 'large batches', trigger: 19 });
  // Failed tasks are listed twice.
  const bad = { destination: destinationAt(), notes: 'ü'.repeat(10_000), autoAssign: { mode: 'distance' } };
  const { jobId } = (await api.post('/tasks/batch-async', { tasks: Array.from({ length: 60 }, () => bad) })).json;
  const { body } = await until(() => receiver.deliveries.find(({ body }) => body.jobId === jobId));
  assert.deepEqual([body.tasksErrored, body.newTasks, body.failedTasks, body.errors], [60, null, null, null]);
  assert.equal((await done(api, jobId)).errors.length, 60);
});

test('a batch may have as many tasks with as long notes as the limits say', async () => {
  const { api } = await startFleet(server);
  const batch = (count: number, character: string) => ({
    tasks: Array.from({ length: count }, () => ({ destination: destinationAt(), notes: character.repeat(10_000) })),
  });
  // 20 MB.
  const checked = await api.post('/tasks/batch/check', batch(500, '😀'));
  assert.deepEqual([checked.status, checked.json.results?.length], [200, 500]);
  const failing = { ...batch(250, 'n'), tasks: batch(250, 'n').tasks.map((task) => ({ ...task, autoAssign: {} })) };
  const { status, json } = await api.post('/tasks/batch', failing);
  assert.deepEqual([status, json.errors?.length], [200, 250]);
  const { jobId } = (await api.post('/tasks/batch-async', failing)).json;
  assert.equal((await done(api, jobId)).tasksErrored, 250);

  // Larger bodies are refused before they are read, and so is every body without a key.
  const begin = (authorization: string, length: number) =>
    http.request(`${api.url}/api/v2/tasks/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'content-length': length },
    });
  for (const [authorization, length, expected] of [
    [api.authorization, 34_000_000, 413],
    ['Bearer wrong', 30_000_000, 401],
  ] as const) {
    const request = begin(authorization, length);
    request.flushHeaders();
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    assert.equal(answer.statusCode, expected);
    request.destroy();
  }
  // A client that disconnects lets the next one in.
  const left = begin(api.authorization, 30_000_000);
  left.on('error', () => {});
  await new Promise((resolve) => left.write('{"tasks":[', resolve));
  left.destroy();
  assert.equal((await api.post('/tasks/batch', failing)).status, 200);
});

test('a job that runs twice creates the tasks once', async () => {
  const { api, organization } = await startFleet(server);
  const { jobId } = (await api.post('/tasks/batch-async', { tasks: [{ destination: destinationAt() }] })).json;
  const data = { organizationId: organization, batchId: jobId };
  const signal = new AbortController().signal;
  await Promise.all([1, 2, 3].map(() => runBatch.handle(server.services, data, signal)));
  await done(api, jobId);
  assert.equal((await api.get('/tasks/all?from=0')).json.tasks.length, 1);
});

test('a batch that was not begun is pending, and an empty one succeeds', async () => {
  const { api, organization } = await startFleet(server);
  const empty = (await api.post('/tasks/batch-async', { tasks: [] })).json;
  assert.equal(empty.status, 'pending');
  assert.equal((await done(api, empty.jobId)).status, 'succeeded');
  const database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
  await database.query(
    `insert into dispatch.task_batches (organization_id, id, submitted_at, caller, received, tasks)
     values ($1, $2, $3, '{}', 1, '[{}]')`,
    [organization, 'b'.repeat(24), new Date(server.clock.now().getTime() - 150_000)],
  );
  await database.end();
  const { json } = await api.get(`/tasks/batch/${'b'.repeat(24)}`);
  assert.deepEqual(
    [json.status, json.submitted, json.tasksReceived, json.tasksCreated],
    ['pending', '2 minutes ago.', 1, 0],
  );
});

test('what a batch refuses', async () => {
  const { api } = await startFleet(server);
  const stranger = await startFleet(server);
  const { jobId } = (await api.post('/tasks/batch-async', { tasks: [] })).json;
  assert.equal((await stranger.api.get(`/tasks/batch/${jobId}`)).json.message.error, 1402);
  assert.equal((await api.get('/tasks/batch/short')).json.message.error, 1005);
  assert.equal((await api.post('/tasks/batch-async', {})).json.message.error, 1900);
  const many = Array.from({ length: 501 }, () => ({}));
  assert.equal((await api.post('/tasks/batch-async', { tasks: many })).json.message.error, 1000);
});

test('a batch is known for seven days after its end; one that has not ended is kept', async () => {
  const { api, organization } = await startFleet(server);
  const { jobId } = (await api.post('/tasks/batch-async', { tasks: [] })).json;
  await done(api, jobId);
  const waiting = 'A'.repeat(24);
  const { database, clock } = server.services;
  const day = 86_400_000;
  const endAt = (days: number) =>
    database.transaction((tx) =>
      tx.run(sql`
        update dispatch.task_batches set finished_at = ${new Date(clock.now().getTime() - days * day)}
        where organization_id = ${organization} and id = ${jobId}`),
    );
  const isStored = async () => {
    await forgetBatches.handle(server.services, {}, new AbortController().signal);
    return (await api.get(`/tasks/batch/${jobId}`)).status === 200;
  };
  await endAt(6.99);
  assert.equal(await isStored(), true);
  await endAt(7.01);
  assert.equal(await isStored(), false);
  assert.equal((await api.get(`/tasks/batch/${waiting}`)).status, 404);
});
