import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const field = {
  key: 'po',
  name: 'Purchase order',
  type: 'single_line_text_field',
  contexts: [{ name: 'save', isRequired: true }],
};

test('define, list, change, delete', async () => {
  const { dispatch } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const made = await api.post('/customFields', { model: 'Task', field: [field], integration: 'shop' });
  assert.deepEqual([made.status, made.text], [200, '']);
  const [listed] = (await api.get('/customFields/Task?integration=shop')).json.fields;
  assert.deepEqual(listed, {
    ...field,
    description: '',
    asArray: false,
    visibility: ['admin', 'api'],
    editability: ['admin', 'api'],
    contexts: [{ name: 'save', isRequired: true, conditions: [] }],
  });
  assert.deepEqual((await api.get('/customFields/Task?integration=other')).json.fields, []);
  assert.deepEqual((await api.get('/customFields/Task')).json.fields, [listed]);
  const change = { model: 'Task', integration: 'shop', field: [{ key: 'po', name: 'Order', value: 'x' }] };
  assert.equal((await api.put('/customFields', change)).status, 200);
  assert.deepEqual((await api.get('/customFields/Task')).json.fields, [{ ...listed, name: 'Order', value: 'x' }]);
  const gone = { model: 'Task', integration: 'shop', field: [{ key: 'po' }] };
  assert.equal((await api.request('DELETE', '/customFields', gone)).status, 200);
  assert.equal((await api.request('DELETE', '/customFields', gone)).json.message.error, 1402);
  assert.equal((await api.put('/customFields', change)).json.message.error, 1402);
});

test('a key is unique, also when defined at once; nothing is half-written', async () => {
  const { dispatch } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      api.post('/customFields', { model: 'Task', field: [{ ...field, key: `own${n}` }, field] }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const { json } of answers.filter((answer) => answer.status !== 200))
    assert.deepEqual(json.message.cause, { type: 'duplicateKey', key: 'key', value: 'po' });
  assert.equal((await api.get('/customFields/Task')).json.fields.length, 2);
  const twice = await api.post('/customFields', {
    model: 'Task',
    field: [
      { ...field, key: 'a' },
      { ...field, key: 'a' },
    ],
  });
  assert.equal(twice.json.message.error, 1004);
});

test('what is refused', async () => {
  const { dispatch } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const make = async (body: object) => (await api.post('/customFields', body)).json.message.error;
  assert.equal(await make({ field: [field] }), 1900);
  assert.equal(await make({ model: 'Task' }), 1900);
  assert.equal(await make({ model: 'Planet', field: [field] }), 1000);
  assert.equal(await make({ model: 'Task', field }), 1005);
  assert.equal(await make({ model: 'Task', field: [{ ...field, type: 'colour' }] }), 1000);
  assert.equal(await make({ model: 'Task', field: [{ type: 'boolean' }] }), 1900);
  assert.equal((await api.get('/customFields/Planet')).json.message.error, 1402);
});
