import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { listOutbox } from '../../platform/outbound/outbound.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

async function client() {
  const { dispatch, organization_id } = await server.organization();
  const api = new DispatchClient({ ...dispatch, url: server.url });
  const [owner] = (await api.get('/admins')).json;
  return { api, owner, organizationId: organization_id };
}

test('the creator of the organization is its only super administrator', async () => {
  const { api, owner } = await client();
  assert.equal(owner.type, 'super');
  assert.equal(owner.isActive, true);
  const made = await api.post('/admins', { name: 'Dana', email: 'dana@couriers.example', type: 'super' });
  assert.equal(made.json.type, 'standard');
  assert.deepEqual(
    (await api.get('/admins')).json.map((row: { type: string }) => row.type),
    ['super', 'standard'],
  );
  const refusal = await api.delete(`/admins/${owner.id}`);
  assert.deepEqual([refusal.status, refusal.json.message.error], [400, 1000]);
  assert.equal((await api.put(`/admins/${owner.id}`, { isReadOnly: true })).json.message.error, 1000);
});

test('create, confirm by e-mail, change, delete', async () => {
  const { api, organizationId } = await client();
  const created = await api.post('/admins', {
    name: 'Dana',
    email: 'Dana@couriers.example',
    phone: '415 555 0112',
    isReadOnly: true,
  });
  assert.equal(created.status, 200, created.text);
  const { id, timeCreated, timeLastModified, ...rest } = created.json;
  assert.equal(timeCreated, timeLastModified);
  assert.deepEqual(rest, {
    organization: organizationId,
    email: 'Dana@couriers.example',
    type: 'standard',
    name: 'Dana',
    isActive: false,
    isReadOnly: true,
    isAccountOwner: false,
    phone: '+14155550112',
    teams: [],
    metadata: [],
  });
  const [mail] = await listOutbox(server.services.database.reader, organizationId);
  assert.equal(mail?.channel, 'email');
  assert.equal(mail?.recipient, 'Dana@couriers.example');
  assert.match(mail?.body ?? '', new RegExp(`${server.url}/activate/${organizationId}/[A-Za-z0-9]{32}`));
  const changed = await api.put(`/admins/${id}`, {
    name: 'Dana D.',
    isReadOnly: false,
    metadata: { $set: [{ name: 'desk', type: 'number', value: 4 }] },
  });
  assert.equal(changed.json.name, 'Dana D.');
  assert.equal(changed.json.isReadOnly, false);
  const query = [{ name: 'desk', type: 'number', value: 4 }];
  assert.deepEqual((await api.post('/admins/metadata', query)).json, [changed.json]);
  assert.equal((await api.delete(`/admins/${id}`)).status, 200);
  assert.equal((await api.delete(`/admins/${id}`)).status, 404);
  assert.equal((await api.put(`/admins/${id}`, { name: 'x' })).json.message.error, 1402);
  assert.equal((await api.put('/admins/x', { name: 'x' })).json.message.error, 1005);
});

test('an e-mail address is unique in any case, also when created at once', async () => {
  const { api, owner } = await client();
  const answers = await Promise.all(
    ['eve@couriers.example', 'EVE@couriers.example', 'Eve@Couriers.example', 'eve@couriers.example'].map((email) =>
      api.post('/admins', { name: 'Eve', email }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  for (const { json } of answers.filter((answer) => answer.status !== 200)) {
    assert.equal(json.message.error, 1004);
    assert.equal(json.message.cause.key, 'email');
  }
  const id = answers.find((answer) => answer.status === 200)?.json.id;
  assert.equal((await api.put(`/admins/${id}`, { email: owner.email.toUpperCase() })).json.message.error, 1004);
});

test('the only manager of a team stays', async () => {
  const { api, owner } = await client();
  const { json: dana } = await api.post('/admins', { name: 'Dana', email: 'dana2@couriers.example' });
  const { json: team } = await api.post('/teams', { name: 'North', workers: [], managers: [dana.id] });
  assert.deepEqual((await api.get('/admins')).json[1].teams, [team.id]);
  const refusal = await api.delete(`/admins/${dana.id}`);
  assert.deepEqual([refusal.status, refusal.json.message.error], [400, 1000]);
  await api.put(`/teams/${team.id}`, { managers: [dana.id, owner.id] });
  assert.equal((await api.delete(`/admins/${dana.id}`)).status, 200);
  assert.deepEqual((await api.get(`/teams/${team.id}`)).json.managers, [owner.id]);
});

test('of the managers of a team one remains, whatever happens at once', async () => {
  const { api } = await client();
  const admins = await Promise.all(
    ['a', 'b', 'c'].map((name) => api.post('/admins', { name, email: `${name}@couriers.example` })),
  );
  const ids = admins.map((admin) => admin.json.id);
  const { json: team } = await api.post('/teams', { name: 'North', workers: [], managers: ids });
  const answers = await Promise.all(ids.map((id) => api.delete(`/admins/${id}`)));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 2);
  assert.equal((await api.get(`/teams/${team.id}`)).json.managers.length, 1);
});

test('what is refused', async () => {
  const { api } = await client();
  const make = async (body: object) => (await api.post('/admins', body)).json.message.error;
  assert.equal(await make({ name: 'x' }), 1900);
  assert.equal(await make({ email: 'x@couriers.example' }), 1900);
  assert.equal(await make({ name: 'x', email: 'nobody' }), 1000);
  assert.equal(await make({ name: 'x', email: 5 }), 1005);
  assert.equal(await make({ name: 'x', email: 'x@couriers.example', phone: '12' }), 1000);
  assert.equal(await make({ name: 'x', email: 'x@couriers.example', isReadOnly: 'yes' }), 1005);
});
