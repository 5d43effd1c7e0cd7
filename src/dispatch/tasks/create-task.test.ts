import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
let api: DispatchClient;
let organization: string;
before(async () => {
  server = await startTestServer();
  const created = await server.organization();
  organization = created.organization_id;
  api = new DispatchClient(created.dispatch);
});
after(() => server[Symbol.asyncDispose]());

export const destination = (lon = -122.4, lat = 37.78) => ({
  address: { number: '1', street: 'Market Street', city: 'San Francisco', country: 'US' },
  location: [lon, lat],
});

test('the smallest task', async () => {
  const answer = await api.post('/tasks', { destination: destination() });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json.state, 0);
  assert.deepEqual(answer.json.container, { type: 'ORGANIZATION', organization });
  const again = await api.get(`/tasks/${answer.json.id}`);
  assert.deepEqual(again.json, answer.json);
});
