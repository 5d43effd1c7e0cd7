import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { apiErrorOf, type OnfleetClient, onfleet } from '../harness/onfleet.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer & AsyncDisposable;
let api: OnfleetClient;
let organizationId: string;

before(async () => {
  server = await startTestServer();
  const { dispatch } = await server.organization();
  organizationId = dispatch.organization_id;
  api = await onfleet({ ...dispatch, url: server.url });
});
after(() => server[Symbol.asyncDispose]());

const address = { number: '12', street: 'Example Street', city: 'San Francisco', country: 'USA' };

test('key and organization', async () => {
  assert.equal(await api.verifyKey(), true);
  const wrong = await onfleet({ url: server.url, api_key: 'no-such-key' });
  assert.equal(await wrong.verifyKey(), false);
  await assert.rejects(wrong.organization.get!(), apiErrorOf('PermissionError'));
  const own = await api.organization.get!();
  assert.equal(own.id, organizationId);
  assert.equal((await api.organization.get!(organizationId)).id, organizationId);
});

test('administrators', async () => {
  const created = await api.admins.create!({
    name: 'Dana Dispatcher',
    email: 'dana@couriers.example',
    metadata: [{ name: 'shift', type: 'string', value: 'late' }],
  });
  assert.equal(created.type, 'standard');
  assert.deepEqual(
    (await api.administrators.get!()).map((row: { type: string }) => row.type),
    ['super', 'standard'],
  );
  assert.equal((await api.admins.update!(created.id, { name: 'Dana D.' })).name, 'Dana D.');
  const [match] = await api.admins.matchMetadata!([{ name: 'shift', type: 'string', value: 'late' }]);
  assert.equal(match.id, created.id);
  await assert.rejects(api.admins.create!({ name: 'D', email: 'dana@couriers.example' }), apiErrorOf('HttpError'));
  assert.equal(await api.admins.deleteOne!(created.id), 200);
});

test('teams, hubs and workers', async () => {
  const [owner] = await api.admins.get!();
  const hub = await api.hubs.create!({ name: 'Depot', address, location: [-122.4, 37.78] });
  const team = await api.teams.create!({ name: 'North', workers: [], managers: [owner.id], hub: hub.id });
  assert.equal(team.hub, hub.id);
  assert.deepEqual((await api.hubs.get!())[0].teams, [team.id]);
  assert.equal((await api.hubs.update!(hub.id, { name: 'Depot 2' })).name, 'Depot 2');

  const worker = await api.workers.create!({
    name: 'Wendy Worker',
    phone: '+14155550130',
    teams: [team.id],
    vehicle: { type: 'CAR', licensePlate: 'TEST 1' },
    metadata: [{ name: 'zone', type: 'string', value: 'port' }],
  });
  assert.equal((await api.workers.get!(worker.id)).phone, '+14155550130');
  assert.equal((await api.workers.get!()).length, 1);
  assert.deepEqual(await api.workers.get!({ filter: 'id', teams: team.id, states: '0', phones: '+14155550130' }), [
    { id: worker.id },
  ]);
  assert.deepEqual(await api.workers.get!(worker.id, { filter: 'name' }), { name: 'Wendy Worker' });
  assert.equal((await api.workers.update!(worker.id, { name: 'Wendy W.' })).name, 'Wendy W.');
  assert.equal((await api.workers.matchMetadata!([{ name: 'zone', type: 'string', value: 'port' }])).length, 1);
  await assert.rejects(api.workers.create!({ name: 'X', phone: '+14155550131' }), apiErrorOf('HttpError'));

  assert.deepEqual((await api.teams.get!(team.id)).workers, [worker.id]);
  assert.equal((await api.teams.get!()).length, 1);
  assert.equal((await api.teams.update!(team.id, { enableSelfAssignment: true })).enableSelfAssignment, true);
  assert.equal(await api.workers.deleteOne!(worker.id), 200);
  assert.equal(await api.teams.deleteOne!(team.id), 200);
  assert.deepEqual(await api.teams.get!(), []);
});

test('recipients', async () => {
  const created = await api.recipients.create!({
    name: 'Rita Recipient',
    phone: '+14155550132',
    metadata: [{ name: 'vip', type: 'boolean', value: true }],
  });
  assert.deepEqual(await api.recipients.get!(created.id), created);
  assert.deepEqual(await api.recipients.get!('rita recipient', 'name'), created);
  assert.deepEqual(await api.recipients.get!('+14155550132', 'phone'), created);
  assert.deepEqual(await api.recipients.matchMetadata!([{ name: 'vip', type: 'boolean', value: true }]), [created]);
  assert.equal((await api.recipients.update!(created.id, { notes: 'Ring twice' })).notes, 'Ring twice');
  await assert.rejects(api.recipients.get!('A'.repeat(24)), apiErrorOf('HttpError'));
});

test('custom fields', async () => {
  const field = {
    key: 'test',
    name: 'test',
    description: 'this is a test',
    type: 'single_line_text_field',
    asArray: false,
    visibility: ['admin', 'api', 'worker'],
    editability: ['admin', 'api'],
    contexts: [{ isRequired: false, conditions: [], name: 'save' }],
    value: 'order 123',
  };
  const where = { model: 'Task', integration: 'shop' };
  assert.equal(await api.customfields.create!({ ...where, field: [field] }), 200);
  assert.deepEqual(await api.customfields.get!({ integration: 'shop' }), { fields: [field] });
  assert.equal(await api.customfields.update!({ ...where, field: [{ key: 'test', name: 'renamed' }] }), 200);
  assert.equal((await api.customfields.get!({ integration: 'shop' })).fields[0].name, 'renamed');
  assert.equal(await api.customfields.delete!({ ...where, field: [{ key: 'test' }] }), 200);
  assert.deepEqual(await api.customfields.get!({ integration: 'shop' }), { fields: [] });
});

test('values of custom fields on tasks; the teams of an administrator', async () => {
  const field = { key: 'dock', name: 'Dock', type: 'single_line_text_field' };
  await api.customfields.create!({ model: 'Task', field: [field] });
  const destination = { address, location: [-122.4, 37.78] };
  const task = await api.tasks.create!({ destination, customFields: [{ key: 'dock', value: 'B 4' }] });
  assert.equal(task.customFields[0].value, 'B 4');
  const changed = await api.tasks.update!(task.id, { customFields: [{ key: 'dock', value: 'C 1' }] });
  assert.deepEqual([changed.customFields[0].name, changed.customFields[0].value], ['Dock', 'C 1']);
  assert.deepEqual((await api.tasks.get!(task.id)).customFields, changed.customFields);

  const [owner] = await api.admins.get!();
  const team = await api.teams.create!({ name: 'South', workers: [], managers: [owner.id] });
  const dana = await api.admins.create!({ name: 'Dana', email: 'dana2@couriers.example' });
  assert.deepEqual((await api.admins.update!(dana.id, { teams: [team.id] })).teams, [team.id]);
  assert.deepEqual((await api.teams.get!(team.id)).managers, [owner.id, dana.id]);
});
