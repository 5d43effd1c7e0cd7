import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startServer } from '../../src/app.ts';
import { doCreateAdministratorKey } from '../../src/dispatch/administrators/actions.ts';
import { revokeCredential } from '../../src/platform/credentials/credentials.ts';
import { DispatchClient } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';

const here = await startTestServer();
const { config, log, clock, database } = here.services;
const there = await startServer({
  config: { ...config, port: 0 },
  log,
  clock,
  connectionString: here.connectionString,
});
after(async () => {
  await there.close();
  await here[Symbol.asyncDispose]();
});

/** Checks that one process immediately knows what another has answered, before any notification arrives. */
test('what an administrator may do is so in every process', async () => {
  const { organization_id: organizationId, dispatch } = await here.organization();
  const api = new DispatchClient(dispatch);
  const email = 'ada@couriers.example';
  const { id } = (await api.post('/admins', { name: 'Ada', email })).json;
  const made = await database.transaction((tx) => doCreateAdministratorKey(tx, email, ''), {
    organizationId,
  });
  const elsewhere = new DispatchClient({ url: there.url, api_key: made.key });
  const write = async () => (await elsewhere.put(`/admins/${id}`, {})).status;
  assert.equal(await write(), 200);
  for (let round = 0; round < 5; round++) {
    await api.put(`/admins/${id}`, { isReadOnly: true });
    assert.equal(await write(), 403);
    await api.put(`/admins/${id}`, { isReadOnly: false });
    assert.equal(await write(), 200);
  }
  await database.transaction((tx) => revokeCredential(tx, organizationId, made.id));
  assert.equal(await write(), 401);
});
