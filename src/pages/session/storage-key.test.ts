import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../../tests/harness/visitors.ts';
import { getPageKey } from './get-page-key.ts';
import type { SessionRequest } from './session-operation.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('each session of a person gets the same key for what pages keep in the browser, and nobody else', async () => {
  const { org, browser } = await signedInOwner(server);
  const keyOf = async (asking: SessionBrowser) => (await asking.get('/api/session/storage-key')).json?.key;
  const key = await keyOf(browser);
  assert.equal(Buffer.from(key, 'base64url').length, 32);
  const other = new SessionBrowser(server.url);
  assert.equal((await other.get('/api/session/storage-key')).status, 401);
  await other.signIn(org.chat.email, PASSWORD);
  assert.equal(await keyOf(other), key);
  const { browser: stranger } = await signedInOwner(server);
  assert.notEqual(await keyOf(stranger), key);
});

test('on a shared device there is none: nothing is kept there', async () => {
  const { org } = await signedInOwner(server);
  const shared = new SessionBrowser(server.url);
  await shared.signIn(org.chat.email, PASSWORD, { shared: true });
  assert.equal((await shared.get('/api/session/storage-key')).json.key, null);
});

test('a session that has ended since it was authorized gets none: it may be one of a shared device', async () => {
  const { org } = await signedInOwner(server);
  const { services } = server;
  const session = { organizationId: org.organization_id, personId: 'somebody', credentialId: 'ended' };
  const request = { services, session, now: services.clock.now() } as SessionRequest;
  assert.deepEqual(await getPageKey.serve!(request as never, {} as never), { key: null });
});
