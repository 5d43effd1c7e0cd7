import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { createCredential } from '../../platform/credentials/credentials.ts';

/** A window is a second: enough requests at once fall into two windows at most. */
const LIMIT = 5;
const server = await startTestServer({ rateLimits: true, dispatchRequestsPerSecond: LIMIT });
after(() => server[Symbol.asyncDispose]());

test('all keys of an organization share its requests of a second; another organization has its own', async () => {
  const [one, other] = [await server.organization(), await server.organization()];
  const { key } = await server.services.database.transaction((tx) =>
    createCredential(tx, { organizationId: one.organization_id, kind: 'dispatch', subject: null }),
  );
  const first = new DispatchClient(one.dispatch);
  const second = new DispatchClient({ ...one.dispatch, api_key: key });
  const ask = (client: DispatchClient) => Array.from({ length: LIMIT * 2 }, () => client.get('/auth/test'));
  const statuses = (await Promise.all([...ask(first), ...ask(second)])).map(({ status }) => status);
  const served = statuses.filter((status) => status === 200).length;
  // With a number for each key it would be twice as many in each window.
  assert.ok(served >= LIMIT && served <= 2 * LIMIT, `${statuses}`);
  assert.ok(statuses.filter((status) => status === 429).length >= 2 * LIMIT, `${statuses}`);
  assert.equal((await new DispatchClient(other.dispatch).get('/auth/test')).status, 200);
});
