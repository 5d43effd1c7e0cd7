import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('what is left out on purpose is 404 and says what there is instead', async () => {
  const { dispatch } = await server.organization();
  const api = new DispatchClient(dispatch);
  const asked = async (method: string, path: string) => {
    const { status, json } = await api.request(method, path, method === 'GET' ? undefined : {});
    assert.deepEqual([status, json.code, json.message.error], [404, 'ResourceNotFound', 1400], path);
    return json.message.cause as string;
  };
  assert.match(await asked('POST', '/taskOrders'), /POST \/tasks/);
  assert.match(await asked('GET', '/taskOrders/1a2b3c4d'), /dependencies/);
  assert.match(await asked('POST', '/taskOrders/1a2b3c4d/clone'), /orderShortId/);
  assert.match(await asked('POST', '/deliveryServices/quote?clientId=a'), /GET \/teams\/\{teamId\}\/estimate/);
  assert.doesNotMatch(await asked('GET', '/taskOrdersOfMine'), /POST \/tasks/);
});
