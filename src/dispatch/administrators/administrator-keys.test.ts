import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { createKey } from '../../cli/keys.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { type DispatchOperation, isDispatchOperation } from '../http/operation.ts';

let server: TestServer & AsyncDisposable;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

async function fleetWithDispatcher({ isReadOnly = false } = {}) {
  const fleet = await startFleet(server);
  const email = 'dana@couriers.example';
  const dana = (await fleet.api.post('/admins', { name: 'Dana', email, isReadOnly })).json;
  const made = await createKey(server.services, {
    organization: fleet.organization,
    administrator: 'DANA@couriers.example',
    label: 'laptop',
  });
  assert.equal(made.kind, 'administrator');
  return { ...fleet, dana, key: new DispatchClient({ url: server.url, api_key: made.api_key }) };
}

const UNKNOWN = 'A'.repeat(24);
const withIds = (path: string) => path.replace(':containerType', 'workers').replaceAll(/:[A-Za-z]+/g, UNKNOWN);

test("an administrator's key does what the organization's does, and events name the administrator", async () => {
  const { key, api, dana, north } = await fleetWithDispatcher();
  const receiver = await Receiver.start();
  for (const trigger of [6, 15, 16])
    assert.equal((await api.post('/webhooks', { url: receiver.url, name: 'w', trigger })).status, 200);
  assert.equal((await key.get('/auth/test')).status, 200);
  const worker = await key.post('/workers', { name: 'W', phone: '+14155550171', teams: [north] });
  assert.equal(worker.status, 200, worker.text);
  assert.equal((await key.post('/tasks', { destination: destinationAt() })).status, 200);
  assert.equal((await key.delete(`/workers/${worker.json.id}`)).status, 200);
  await until(() => receiver.deliveries.length === 3);
  // Three webhooks, so only each one's own deliveries have an order.
  const event = receiver.deliveries.map(({ body }) => [body.triggerId, body.adminId, body.actionContext] as const);
  assert.deepEqual(
    event.sort(([a], [b]) => Number(a) - Number(b)),
    [6, 15, 16].map((trigger) => [trigger, dana.id, { type: 'ADMIN', id: dana.id }]),
  );
  await receiver.stop();
});

test('one who is read-only is refused every operation that writes, and of the others what is for owners alone', async () => {
  const { key, api, dana } = await fleetWithDispatcher({ isReadOnly: true });
  const operations = (await findDeclarations(['dispatch'])).operations
    .filter(isDispatchOperation)
    .filter(({ access, owners }) => access === 'apiKey' && !owners);
  const metadata = [{ name: 'a', type: 'string', value: 'b' }];
  const sent = ({ method, path }: DispatchOperation) =>
    key.request(method, withIds(path), path.endsWith('/metadata') ? metadata : undefined);
  // POST operations that only read: the schedule without entries, the delivery manifest, a preview, a check.
  const isReading = ({ path, method }: DispatchOperation) =>
    (path.endsWith('/schedule') && method === 'POST') ||
    path === '/integrations/marketplace' ||
    path.endsWith('/preview') ||
    path.endsWith('/check');
  const reads = operations.filter(
    (each) => each.method === 'GET' || each.path.endsWith('/metadata') || isReading(each),
  );
  const writes = operations.filter((each) => !reads.includes(each));
  assert.ok(reads.length > 25 && writes.length > 20);
  for (const operation of reads) {
    if (operation.stream) {
      // It has no end.
      const headers = { authorization: key.authorization };
      const answer = await fetch(`${server.url}/api/v2${operation.path}`, { headers });
      await answer.body?.cancel();
      assert.equal(answer.status, 200, operation.id);
      continue;
    }
    const answer = await sent(operation);
    assert.notEqual(answer.json?.message?.error, 1300, `${operation.id} ${answer.text}`);
  }
  for (const operation of writes) {
    const answer = await sent(operation);
    assert.deepEqual([answer.status, answer.json?.message?.error], [403, 1300], `${operation.id} ${answer.text}`);
  }
  const entries: unknown[] = [];
  assert.equal((await key.post(`/workers/${UNKNOWN}/schedule`, { entries })).json.message.error, 1300);
  assert.equal((await api.put(`/admins/${dana.id}`, { isReadOnly: false })).status, 200);
  assert.equal((await key.post('/tasks', { destination: destinationAt() })).status, 200);
  assert.equal((await api.put(`/admins/${dana.id}`, { isReadOnly: true })).status, 200);
  assert.equal((await key.post('/tasks', { destination: destinationAt() })).json.message.error, 1300);
});

test('the keys of an administrator who is deleted are useless', async () => {
  const { key, api, dana, organization } = await fleetWithDispatcher();
  assert.equal((await key.get('/organization')).status, 200);
  assert.equal((await api.delete(`/admins/${dana.id}`)).status, 200);
  const refused = await key.get('/organization');
  assert.deepEqual([refused.status, refused.json.message.error], [401, 1102]);
  await assert.rejects(
    createKey(server.services, { organization, administrator: 'dana@couriers.example', label: '' }),
    /No administrator has the address dana@couriers.example/,
  );
  await assert.rejects(
    createKey(server.services, { organization, administrator: 'a@b.example', email: 'a@b.example', label: '' }),
    /either/,
  );
});

test("an administrator's key may not do a worker's things, and its idempotency keys are its own", async () => {
  const { key, api } = await fleetWithDispatcher();
  assert.equal((await key.get('/driver/me')).json.message.error, 1300);
  const again = { 'idempotency-key': 'one' };
  const body = { name: 'Rita', phone: '+14155550172' };
  const [first, second] = [await key.post('/recipients', body, again), await key.post('/recipients', body, again)];
  assert.deepEqual(first.json, second.json);
  assert.equal((await api.post('/recipients', body, again)).json.message.error, 1004);
});
