import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';

const LIMIT = 5;
const server = await startTestServer({ rateLimits: true, dispatchRequestsPerSecond: LIMIT });
after(() => server[Symbol.asyncDispose]());

test('all keys of an organization share its requests of a second; another organization has its own', async () => {
  const [one, other] = [await server.organization(), await server.organization()];
  const ask = (api_key: string) => new DispatchClient({ ...one.dispatch, api_key }).get('/auth/test');
  const askOften = () => Promise.all(Array.from({ length: LIMIT }, () => ask(one.dispatch.api_key)));
  assert.deepEqual([...new Set((await askOften()).map(({ status }) => status))], [200]);
  // A key that was never used has all of its own requests left, if it had any.
  await until(async () => {
    const { key } = await server.services.database.transaction((tx) =>
      createCredential(tx, { organizationId: one.organization_id, kind: 'dispatch', subject: null }),
    );
    await askOften();
    return (await ask(key)).status === 429;
  }, 'the refusal of a fresh key');
  await until(async () => (await ask(one.dispatch.api_key)).status === 200, 'the next second');
  assert.equal((await new DispatchClient(other.dispatch).get('/auth/test')).status, 200);
});
