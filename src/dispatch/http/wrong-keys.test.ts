import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer({ rateLimits: true, failedSignInsPerMinute: 3 });
after(() => server[Symbol.asyncDispose]());

test('wrong keys are limited by address, right keys from there are not', async () => {
  const { dispatch } = await server.organization();
  const wrong = new DispatchClient({ url: server.url, api_key: 'x'.repeat(32) });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) statuses.push((await wrong.get('/auth/test')).status);
  assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  const refused = await wrong.get('/auth/test');
  assert.equal(refused.json.message.error, 2300);
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds > 1 && seconds <= 60, `${seconds}`);
  assert.equal((await new DispatchClient(dispatch).get('/auth/test')).status, 200);
  server.clock.advance(61_000);
  assert.equal((await wrong.get('/auth/test')).status, 401);
});
