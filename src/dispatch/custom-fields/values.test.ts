import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const pickupsOnly = { fieldName: 'pickupTask', comparison: 'equal_to', targetValue: true };
const required = (...conditions: object[]) => [{ name: 'save', isRequired: true, conditions }];

async function define(api: DispatchClient, ...field: object[]): Promise<void> {
  const answer = await api.post('/customFields', { model: 'Task', field });
  assert.equal(answer.status, 200, answer.text);
}

type Values = { key: string; value?: unknown }[];
const pairs = (task: { customFields: Values }) => task.customFields.map(({ key, value }) => [key, value]);

test('values come with the definition, on creation, reading, updating and cloning', async () => {
  const { api, task } = await startFleet(server);
  await define(
    api,
    { key: 'order', name: 'Order', type: 'single_line_text_field' },
    { key: 'parcels', type: 'integer', value: 1 },
  );
  const created = await task({ customFields: [{ key: 'order', value: 'A 1' }] });
  // A mistyped key would lose what it holds.
  const mistyped = { customFields: [{ key: 'Order', value: 'no field' }] };
  for (const answer of [
    await api.put(`/tasks/${created.id}`, mistyped),
    await api.post('/tasks', { destination: created.destination.id, ...mistyped }),
  ]) {
    assert.deepEqual([answer.status, answer.json.message.error], [400, 1000]);
    assert.match(answer.json.message.cause, /no custom field 'Order'/);
  }
  assert.equal((await api.put(`/tasks/${created.id}`, { customFields: [{ key: 'Order', value: null }] })).status, 200);
  assert.deepEqual(created.customFields[0], {
    key: 'order',
    name: 'Order',
    description: '',
    type: 'single_line_text_field',
    asArray: false,
    visibility: ['admin', 'api'],
    editability: ['admin', 'api'],
    contexts: [],
    value: 'A 1',
  });
  // Missing values come from the definition.
  assert.deepEqual(pairs(created), [
    ['order', 'A 1'],
    ['parcels', 1],
  ]);
  assert.deepEqual((await api.get(`/tasks/${created.id}`)).json.customFields, created.customFields);

  const updated = await api.put(`/tasks/${created.id}`, { customFields: [{ key: 'parcels', value: 3 }] });
  assert.deepEqual(pairs(updated.json), [
    ['order', 'A 1'],
    ['parcels', 3],
  ]);
  const without = await api.put(`/tasks/${created.id}`, { customFields: [{ key: 'order', value: null }] });
  assert.deepEqual(pairs(without.json), [['parcels', 3]]);
  assert.deepEqual(pairs((await api.put(`/tasks/${created.id}`, { notes: 'x' })).json), [['parcels', 3]]);
  assert.deepEqual(pairs((await api.post(`/tasks/${created.id}/clone`)).json), [['parcels', 3]]);

  await api.put('/customFields', { model: 'Task', field: [{ key: 'parcels', name: 'Boxes' }] });
  assert.equal((await api.get(`/tasks/${created.id}`)).json.customFields[0].name, 'Boxes');
  await api.request('DELETE', '/customFields', { model: 'Task', field: [{ key: 'parcels' }] });
  assert.deepEqual((await api.get(`/tasks/${created.id}`)).json.customFields, []);
});

test('a value must be of its type', async () => {
  const { api } = await startFleet(server);
  const types = {
    single_line_text_field: [['a'], ['a\nb', 5, 'x'.repeat(1001)]],
    multi_line_text_field: [['a\nb'], [5, 'x'.repeat(10_001)]],
    boolean: [[false], ['false', 0]],
    integer: [[-2], [1.5, '1', 2 ** 60]],
    decimal: [[1.5], ['1.5']],
    date: [
      [1_800_000_000_000, '2026-11-21', '2026-11-21T08:00:00Z'],
      ['today', 9e20, true],
    ],
    url: [['https://couriers.example/a'], ['couriers.example', 'ftp://couriers.example', 5]],
  };
  await define(
    api,
    ...Object.keys(types).map((type) => ({ key: type, type })),
    ...Object.keys(types).map((type) => ({ key: `${type}s`, type, asArray: true })),
  );
  for (const [type, [right, wrong]] of Object.entries(types)) {
    const send = (value: unknown, key = type) =>
      api.post('/tasks', { destination: destinationAt(), customFields: [{ key, value }] });
    for (const value of right!) assert.deepEqual(pairs((await send(value)).json), [[type, value]]);
    for (const value of [...wrong!, { a: 1 }, right])
      assert.equal((await send(value)).json.message.error, 1000, `${type}: ${value}`);
    assert.deepEqual(pairs((await send(right, `${type}s`)).json), [[`${type}s`, right]]);
    assert.equal((await send([...right!, ...wrong!], `${type}s`)).json.message.error, 1000);
    assert.equal((await send(right![0], `${type}s`)).json.message.error, 1000);
  }
  const wrongDefault = { model: 'Task', field: [{ key: 'x', type: 'integer', value: 'one' }] };
  assert.equal((await api.post('/customFields', wrongDefault)).json.message.error, 1000);
});

test('a required field must be there; of a batch only the task without it fails', async () => {
  const { api } = await startFleet(server);
  await define(
    api,
    { key: 'agreed', type: 'boolean', contexts: required() },
    { key: 'dock', type: 'single_line_text_field', contexts: required(pickupsOnly) },
  );
  const body = (pickupTask: boolean, customFields?: Values) => ({
    destination: destinationAt(),
    pickupTask,
    customFields,
  });
  const agreed = { key: 'agreed', value: true };
  const tasks = [
    body(false),
    body(false, [{ key: 'agreed', value: false }]),
    body(false, [agreed]),
    body(true, [agreed]),
    body(true, [agreed, { key: 'dock', value: '' }]),
    body(true, [agreed, { key: 'dock', value: 'B' }]),
  ];
  const single = [];
  for (const one of tasks) single.push((await api.post('/tasks', one)).json.message?.error);
  assert.deepEqual(single, [1900, 1900, undefined, 1900, 1900, undefined]);
  const batch = (await api.post('/tasks/batch', { tasks })).json;
  assert.deepEqual(batch.tasks.map(pairs), [
    [['agreed', true]],
    [
      ['agreed', true],
      ['dock', 'B'],
    ],
  ]);
  assert.equal(batch.errors[0].error.cause, "The custom field 'agreed' is required.");
  const [, pickup] = batch.tasks;
  const taken = await api.put(`/tasks/${pickup.id}`, { customFields: [{ key: 'dock', value: null }] });
  assert.equal(taken.json.message.error, 1900);
});

test('who may set a field, and who sees it and the metadata', async () => {
  const { api, task, worker } = await startFleet(server);
  await define(
    api,
    { key: 'hidden', type: 'integer', visibility: ['admin', 'worker'], value: 1 },
    { key: 'fixed', type: 'integer', editability: ['admin'], value: 2 },
    { key: 'shown', type: 'integer', visibility: ['api', 'worker'], value: 3 },
  );
  const dora = await worker();
  const seen = { name: 'gate', type: 'string', value: 'east', visibility: ['api', 'worker'] };
  const own = { name: 'margin', type: 'number', value: 12 };
  const created = await task({
    metadata: [seen, own],
    destination: { ...destinationAt(), metadata: [own] },
    container: { type: 'WORKER', worker: dora.id },
  });
  assert.deepEqual(pairs(created), [
    ['fixed', 2],
    ['shown', 3],
  ]);
  const set = await api.put(`/tasks/${created.id}`, { customFields: [{ key: 'fixed', value: 5 }] });
  assert.equal(set.json.message.error, 1000);
  const check = (shown: { metadata: object[]; destination: { metadata: object[] }; customFields: Values }) => {
    assert.deepEqual(pairs(shown), [
      ['hidden', 1],
      ['shown', 3],
    ]);
    assert.deepEqual([shown.metadata, shown.destination.metadata], [[seen], []]);
  };
  check((await dora.driver.get('/driver/tasks')).json.tasks[0]);
  const action = { actionId: 'start-1' };
  for (let n = 0; n < 2; n++) check((await dora.driver.post(`/driver/tasks/${created.id}/start`, action)).json);
  check((await dora.driver.post(`/driver/tasks/${created.id}/complete`, { success: true })).json);
  await api.put(`/workers/${dora.id}`, { metadata: [seen, own] });
  assert.deepEqual((await dora.driver.get('/driver/me')).json.worker.metadata, [seen]);
  assert.equal((await api.get(`/workers/${dora.id}`)).json.metadata.length, 2);
});

test('what a definition or a list of values refuses', async () => {
  const { api } = await startFleet(server);
  const make = async (field: object) => (await api.post('/customFields', { model: 'Task', field: [field] })).json;
  const other = [{ name: 'save', conditions: [{ ...pickupsOnly, fieldName: 'notes' }] }];
  assert.equal((await make({ key: 'a', type: 'boolean', contexts: other })).message.error, 1000);
  const elsewhere = [{ name: 'completion', isRequired: true }];
  assert.equal((await make({ key: 'a', type: 'boolean', contexts: elsewhere })).message.error, 1000);
  const send = async (customFields: unknown) =>
    (await api.post('/tasks', { destination: destinationAt(), customFields })).json.message?.error;
  assert.equal(await send('x'), 1005);
  assert.equal(await send([{ value: 1 }]), 1900);
  assert.equal(await send([{ key: 5 }]), 1005);
  assert.equal(await send([{ key: '__proto__', value: 1 }]), 1000);
  assert.equal(await send(null), undefined);
});

test('an empty list is no value of a required field, and zero and a list with an element are one', async () => {
  const { api } = await startFleet(server);
  await define(
    api,
    { key: 'crates', type: 'integer', contexts: required() },
    { key: 'gates', type: 'single_line_text_field', asArray: true, contexts: required() },
  );
  const create = async (crates: unknown, gates: unknown) => {
    const values = { crates, gates };
    const customFields = Object.entries(values).map(([key, value]) => ({ key, value }));
    return (await api.post('/tasks', { destination: destinationAt(), customFields })).json.message?.error;
  };
  assert.deepEqual(
    [await create(0, ['A']), await create(0, []), await create(null, ['A']), await create(0, null)],
    [undefined, 1900, 1900, 1900],
  );
});
