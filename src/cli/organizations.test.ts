import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../tests/harness/clients.ts';
import { destinationAt } from '../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../tests/harness/server.ts';
import { CommandError } from './command.ts';
import { delegateTasks, revokeDelegation } from './organizations.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

test('org delegate: the one names the other as executor, and not the other way round', async () => {
  const [shop, fleet] = [await server.organization(), await server.organization()];
  const { organization_id: organization } = shop;
  const to = fleet.organization_id;
  const api = new DispatchClient(shop.dispatch);
  const body = { destination: destinationAt(), executor: to, merchant: organization };
  assert.equal((await api.post('/tasks', body)).json.message.error, 1402);

  assert.deepEqual(await delegateTasks(server.services, { organization, to, fulfillment: false }), {
    organization_id: organization,
    delegatee_id: to,
    fulfillment: false,
  });
  assert.deepEqual((await api.get('/organization')).json.delegatees, [to]);
  const { json } = await api.post('/tasks', body);
  assert.deepEqual([json.executor, json.merchant, json.organization], [to, organization, organization]);
  const back = { destination: destinationAt(), executor: organization };
  assert.equal((await new DispatchClient(fleet.dispatch).post('/tasks', back)).json.message.error, 1402);

  await delegateTasks(server.services, { organization, to, fulfillment: true });
  assert.equal((await api.get(`/organizations/${to}`)).json.isFulfillment, true);
  await revokeDelegation(server.services, { organization, to });
  assert.deepEqual((await api.get('/organization')).json.delegatees, []);
  assert.equal((await api.post('/tasks', body)).json.message.error, 1402);
  assert.equal((await api.get(`/tasks/${json.id}`)).status, 200);
  await assert.rejects(revokeDelegation(server.services, { organization, to }), CommandError);
  for (const wrong of [organization, 'A'.repeat(24)])
    await assert.rejects(delegateTasks(server.services, { organization, to: wrong, fulfillment: false }), CommandError);
});
