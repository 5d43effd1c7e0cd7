import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const client = async (given: { country?: string } = {}) => {
  const { dispatch } = await server.organization(given);
  return new DispatchClient({ ...dispatch, url: server.url });
};

test('create, read, change', async () => {
  const api = await client();
  const created = await api.post('/recipients', {
    name: 'Rita Recipient',
    phone: '415-555-0101',
    notes: 'Ring twice',
    language: 'pl',
    metadata: [{ name: 'floor', type: 'number', value: 3 }],
  });
  assert.equal(created.status, 200);
  assert.deepEqual(
    { ...created.json, id: '', organization: '', timeCreated: 0, timeLastModified: 0 },
    {
      id: '',
      organization: '',
      timeCreated: 0,
      timeLastModified: 0,
      name: 'Rita Recipient',
      phone: '+14155550101',
      notes: 'Ring twice',
      skipSMSNotifications: false,
      language: 'pl',
      metadata: [{ name: 'floor', type: 'number', value: 3, visibility: ['api'] }],
    },
  );
  assert.deepEqual((await api.get(`/recipients/${created.json.id}`)).json, created.json);
  const changed = await api.put(`/recipients/${created.json.id}`, {
    notes: null,
    skipSMSNotifications: true,
    phone: '+44 20 7946 0018',
    metadata: { $pop: [{ name: 'floor' }] },
  });
  assert.equal(changed.json.name, 'Rita Recipient');
  assert.equal(changed.json.notes, '');
  assert.equal(changed.json.phone, '+442079460018');
  assert.equal(changed.json.skipSMSNotifications, true);
  assert.deepEqual(changed.json.metadata, []);
  assert.equal(changed.json.language, 'pl');
  const { json: plain } = await api.put(`/recipients/${created.json.id}`, { language: null });
  assert.equal(plain.language, null);
  for (const language of ['polski', 'P1', 7]) {
    const refused = await api.put(`/recipients/${created.json.id}`, { language });
    assert.equal(refused.status, 400, refused.text);
  }
});

test('look-up by phone and by name', async () => {
  const api = await client();
  const { json } = await api.post('/recipients', { name: 'Björn Ågren', phone: '+14155550102' });
  for (const path of [
    '/recipients/phone/+14155550102',
    '/recipients/phone/%2B14155550102',
    '/recipients/phone/4155550102',
    '/recipients/phone/(415)%20555-0102',
    '/recipients/phone/+1-415-555-0102?skipPhoneNumberValidation=true',
    `/recipients/name/${encodeURIComponent('Björn Ågren')}`,
    `/recipients/name/${encodeURIComponent('BJÖRN ågren')}`,
  ])
    assert.equal((await api.get(path)).json.id, json.id, path);
  const long = '宅配'.repeat(250);
  assert.equal((await api.post('/recipients', { name: long, phone: '+14155550103' })).status, 200);
  assert.equal((await api.get(`/recipients/name/${encodeURIComponent(long)}`)).json.name, long);
  assert.equal((await api.get('/recipients/name/Bj')).json.message.error, 1402);
  assert.equal((await api.get('/recipients/phone/+14155550199')).json.message.error, 1402);
  assert.equal((await api.get('/recipients/phone/12')).json.message.error, 1000);
  assert.equal((await api.get('/recipients/phone/4155550102?skipPhoneNumberValidation=true')).json.message.error, 1000);
});

test('a phone number is unique in the organization, also when created at once', async () => {
  const api = await client();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => api.post('/recipients', { name: `Twin ${n}`, phone: '+14155550103' })),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const answer of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(answer.status, 400);
    assert.equal(answer.json.code, 'InvalidContent');
    assert.equal(answer.json.message.error, 1004);
    assert.deepEqual(answer.json.message.cause, { type: 'duplicateKey', key: 'phone', value: '+14155550103' });
  }
  const other = await api.post('/recipients', { name: 'Other', phone: '+14155550104' });
  const taken = await api.put(`/recipients/${other.json.id}`, { phone: '4155550103' });
  assert.equal(taken.json.message.error, 1004);
  assert.equal((await api.put(`/recipients/${other.json.id}`, { phone: '+14155550104' })).status, 200);
  const elsewhere = await client();
  assert.equal((await elsewhere.post('/recipients', { name: 'Twin', phone: '+14155550103' })).status, 200);
});

test('a phone number stays unique when several change to it at once', async () => {
  const api = await client();
  const made = await Promise.all(
    [141, 142, 143, 144].map((n) => api.post('/recipients', { name: `R${n}`, phone: `+14155550${n}` })),
  );
  const answers = await Promise.all(
    made.map(({ json }) => api.put(`/recipients/${json.id}`, { name: 'Same', phone: '+14155550140' })),
  );
  assert.deepEqual(answers.map((answer) => answer.json.message?.error ?? 'changed').sort(), [
    1004,
    1004,
    1004,
    'changed',
  ]);
});

test('phone rules', async () => {
  const api = await client({ country: 'GB' });
  const make = (phone: unknown, more = {}) => api.post('/recipients', { name: 'Pat', phone, ...more });
  assert.equal((await make('020 7946 0018')).json.phone, '+442079460018');
  assert.equal((await make('+1 415 555 0123')).json.phone, '+14155550123');
  assert.equal((await make('415 555 0124')).json.message.error, 1000);
  assert.equal((await make('+15')).json.message.error, 1000);
  assert.equal((await make('+15', { skipPhoneNumberValidation: true })).json.phone, '+15');
  assert.equal((await make('15', { skipPhoneNumberValidation: true })).json.message.error, 1000);
  assert.equal((await make(5)).json.message.error, 1005);
  assert.equal((await api.post('/recipients', { name: 'Pat' })).json.message.error, 1900);
  assert.equal((await api.post('/recipients', { phone: '+14155550125' })).json.message.error, 1900);
});

test("another organization's recipient is out of scope, an unknown one is not found", async () => {
  const [mine, theirs] = await Promise.all([client(), client()]);
  const { json } = await theirs.post('/recipients', { name: 'Theirs', phone: '+14155550105' });
  for (const answer of [
    await mine.get(`/recipients/${json.id}`),
    await mine.put(`/recipients/${json.id}`, { name: 'Mine' }),
  ]) {
    assert.equal(answer.status, 403);
    assert.equal(answer.json.code, 'Forbidden');
    assert.equal(answer.json.message.error, 1300);
    assert.match(answer.json.message.cause, /permission scope/);
  }
  const unknown = await mine.get(`/recipients/${'A'.repeat(24)}`);
  assert.equal(unknown.status, 404);
  assert.equal(unknown.json.message.error, 1402);
});

test('metadata query: every item, exactly', async () => {
  const api = await client();
  const metadata = [
    { name: 'tags', type: 'array', subtype: 'string', value: ['a', 'b'] },
    { name: 'size', type: 'object', value: { w: 1, h: { x: 2 } } },
    { name: 'vip', type: 'boolean', value: true },
  ];
  const { json } = await api.post('/recipients', { name: 'Marked', phone: '+14155550106', metadata });
  await api.post('/recipients', { name: 'Bare', phone: '+14155550107' });
  const found = async (...query: object[]) =>
    (await api.post('/recipients/metadata', query)).json.map((row: { id: string }) => row.id);
  assert.deepEqual(await found({ name: 'vip', type: 'boolean', value: true }), [json.id]);
  assert.deepEqual(await found({ name: 'size', type: 'object', value: { h: { x: 2 }, w: 1 } }), [json.id]);
  assert.deepEqual(await found({ name: 'size', type: 'object', value: { w: 1 } }), []);
  assert.deepEqual(await found({ name: 'tags', type: 'array', value: ['a', 'b'] }), [json.id]);
  assert.deepEqual(await found({ name: 'tags', type: 'array', value: ['b', 'a'] }), []);
  assert.deepEqual(await found({ name: 'tags', type: 'array', value: ['a'] }), []);
  assert.deepEqual(
    await found({ name: 'vip', type: 'boolean', value: true }, { name: 'tags', type: 'array', value: ['a', 'b'] }),
    [json.id],
  );
  assert.deepEqual(
    await found({ name: 'vip', type: 'boolean', value: true }, { name: 'vip', type: 'boolean', value: false }),
    [],
  );
  assert.equal((await api.post('/recipients/metadata', { name: 'vip' })).json.message.error, 1005);
});
