import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import type { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { Visitors } from '../../../tests/harness/visitors.ts';
import { startServer } from '../../app.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { signedIn, person } = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));

test('the organization’s keys are made and revoked by its owner alone', async () => {
  const member = await signedIn(await person('mem'));
  assert.equal((await member.open('/keys')).status, 403);
  assert.equal((await member.open('/welcome')).status, 403);
  const browser = await (await signedIn()).open('/keys');
  await browser.submit('Make a key', { label: 'the shop' });
  const key = /class="key"[^>]*>([^<]+)</.exec(browser.html)![1]!;
  const call = () =>
    fetch(`${server.url}/api/v2/hubs`, {
      headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    });
  assert.equal((await call()).status, 200);
  await browser.open('/keys');
  assert.ok(!browser.html.includes(key));
  const [, id] = /name="revoke" value="([^"]+)"[^>]*the shop/.exec(browser.html)!;
  await browser.submit('Revoke', { revoke: id! });
  assert.equal((await call()).status, 401);
});

test('the webhook secret changes: the next one is shown once, and can be taken back', async () => {
  const browser = await (await signedIn()).open('/keys');
  await browser.submit('Change the secret', { step: 'begin' });
  const secret = /class="key"[^>]*>([0-9a-f]{64})</.exec(browser.html)![1]!;
  await browser.open('/keys');
  assert.ok(!browser.html.includes(secret) && browser.text.includes('signed with both'));
  await browser.submit('Keep the old one', { step: 'cancel' });
  assert.ok(browser.text.includes('Change the secret'));
});

test('a key that is revoked on a page is dead in a second process too, at the next request', async () => {
  const { services, connectionString } = server;
  const { config, log, clock } = services;
  const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
  const keyOn = (browser: FormBrowser) => /class="key"[^>]*>([^<]+)</.exec(browser.html)![1]!;
  try {
    const browser = await (await signedIn()).open('/keys');
    await browser.submit('Make a key', { label: 'the shop' });
    const authorization = `Basic ${Buffer.from(`${keyOn(browser)}:`).toString('base64')}`;
    const ofShop = async () => (await fetch(`${there.url}/api/v2/hubs`, { headers: { authorization } })).status;
    const own = await (await signedIn()).open('/account/devices');
    await own.submit('Make a key', { client: 'terminal' });
    const client = new ChatClient({ site: there.url, email: 'olive@couriers.example', api_key: keyOn(own) });
    const ofClient = async () => (await client.get('/users/me')).status;
    // They work at once, and the second process has them in memory now.
    assert.deepEqual([await ofShop(), await ofClient()], [200, 200]);
    const [, shop] = /name="revoke" value="([^"]+)"[^>]*the shop/.exec(browser.html)!;
    await browser.submit('Revoke', { revoke: shop! });
    const [, terminal] = /name="endKey" value="([^"]+)"[^>]*terminal/.exec(own.html)!;
    await own.submit('Revoke', { endKey: terminal! });
    assert.deepEqual([await ofShop(), await ofClient()], [401, 401]);
  } finally {
    await there.close();
  }
});
