import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Trigger } from '../../rules/webhook-triggers.ts';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import { until } from '../harness/clients.ts';
import { destinationAt, startFleet } from '../harness/fleet.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer & AsyncDisposable;
let receiver: Receiver;
let document: Json;

before(async () => {
  document = await readDocument('dispatch');
  receiver = await Receiver.start();
  server = await startTestServer();
});

after(async () => {
  await receiver.stop();
  await server[Symbol.asyncDispose]();
});

/** A schema in which each reference is what it refers to. */
function whole(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(whole);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (typeof schema.$ref === 'string') return whole(document.components.schemas[schema.$ref.split('/').at(-1)]);
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, whole(member)]));
}

test('each trigger has its webhook in the document', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), Object.keys(Trigger).sort());
});

test('what receivers get is what the document says', async () => {
  const fleet = await startFleet(server);
  const { api } = fleet;
  for (const trigger of Object.values(Trigger)) {
    const made = await api.post('/webhooks', { name: `trigger ${trigger}`, url: receiver.url, trigger });
    assert.equal(made.status, 200, made.text);
  }
  const dora = await fleet.worker([-122.4, 37.78]);
  const call = async (method: string, path: string, body?: object, client = api) => {
    const answer = await client.request(method, path, body);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const container = { type: 'WORKER', worker: dora.id };
  const task = await call('POST', '/tasks', { destination: destinationAt(), container });
  await call('PUT', `/tasks/${task.id}`, { notes: 'Ring twice' });
  const clone = await call('POST', `/tasks/${task.id}/clone`);
  await call('PUT', `/tasks/${clone.id}`, { container: { type: 'TEAM', team: fleet.north } });
  await call('PUT', `/tasks/${clone.id}`, { container });
  await call('PUT', `/tasks/${clone.id}`, { container: { type: 'TEAM', team: fleet.north } });
  await call('DELETE', `/tasks/${clone.id}`);
  const step = (id: string, of = task) => ({ actionId: `${of.id}-${id}`, time: server.clock.now().getTime() });
  await call('POST', `/driver/tasks/${task.id}/start`, step('start'), dora.driver);
  await call('POST', `/driver/tasks/${task.id}/complete`, { ...step('complete'), success: true }, dora.driver);
  const failing = await call('POST', '/tasks', { destination: destinationAt(), container });
  await call('POST', `/driver/tasks/${failing.id}/start`, step('start', failing), dora.driver);
  await call('POST', `/tasks/${failing.id}/complete`, { completionDetails: { success: false } });
  await call('POST', '/driver/duty', { onDuty: false }, dora.driver);
  const dan = await call('POST', '/workers', { name: 'Dan Driver', phone: '+14155570009', teams: [fleet.north] });
  await call('PUT', `/workers/${dan.id}`, { capacity: 3 });
  await call('DELETE', `/workers/${dan.id}`);
  await call('POST', '/tasks/batch-async', { tasks: [{ destination: destinationAt() }] });

  const expected = [
    ...['taskCreated', 'taskUpdated', 'taskCloned', 'taskAssigned', 'taskUnassigned', 'taskDeleted', 'taskStarted'],
    ...['taskCompleted', 'taskFailed', 'workerDuty', 'workerCreated', 'workerUpdated', 'workerDeleted'],
    'taskBatchCreateJobCompleted',
  ];
  const named = () => new Set<string>(receiver.deliveries.map(({ body }) => body.triggerName));
  await until(() => expected.every((name) => named().has(name)), `each of ${expected.join(', ')}`);
  const validators = new Map<string, ReturnType<typeof Compile>>();
  for (const { body } of receiver.deliveries) {
    const { requestBody } = document.webhooks[body.triggerName].post;
    const schema = whole(requestBody.content['application/json'].schema) as TSchema;
    const validator = validators.get(body.triggerName) ?? Compile(schema);
    validators.set(body.triggerName, validator);
    const [first] = validator.Errors(body);
    assert.equal(first, undefined, `${body.triggerName}: ${JSON.stringify(first)}`);
  }
});
