import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { startOpenIdProvider } from '../harness/openid-provider.ts';
import { startTestServer } from '../harness/server.ts';

const withoutCertificate = spawnSync('openssl', ['version']).error ? 'no openssl: no certificate can be made' : false;

/** Returns a key and a certificate for `localhost` that nobody has signed. */
async function certificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hubbub-certificate-'));
  try {
    spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '9'],
      ...['-subj', '/CN=localhost', '-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`],
    ]);
    return { key: await readFile(`${folder}/key.pem`), cert: await readFile(`${folder}/certificate.pem`) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts a proxy as servers on the internet have one: HTTPS outside, HTTP to the server behind it. */
async function startProxy(portBehind: () => string): Promise<Server> {
  const proxy = createServer(await certificate(), (request, response) => {
    const { method, url, headers } = request;
    const passed = forward({ host: '127.0.0.1', port: portBehind(), method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

test('over HTTPS one signs in with a provider on another site, and the browser keeps a cookie of this host alone', {
  skip: withoutBrowser || withoutCertificate,
  timeout: 600_000,
}, async () => {
  let behind = '';
  const proxy = await startProxy(() => behind);
  const publicUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  await using provider = await startOpenIdProvider();
  await using server = await startTestServer({
    web: true,
    publicUrl,
    openIdProviders: [provider.setting('acme')],
  });
  await using chromium = await Chromium.start();
  try {
    behind = new URL(server.url).port;
    provider.serve(`${publicUrl}/sign-in/with/acme/back`);
    const { chat } = await server.organization({ ownerEmail: 'olive@couriers.example' });
    provider.subject = 'olive';
    provider.accounts.set('olive', { email: chat.email, email_verified: true, name: 'Olive' });
    const context = await chromium.profile({ baseURL: publicUrl, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto('/sign-in?to=/account');
    await page.getByRole('link', { name: 'Continue with acme directory' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText(chat.email).waitFor();
    const ofSession = (await context.cookies(publicUrl)).filter(({ name }) => name.endsWith('hubbub'));
    assert.deepEqual(
      ofSession.map(({ name, domain, path: at, httpOnly, secure, sameSite }) => [
        ...[name, domain, at],
        ...[httpOnly, secure, sameSite],
      ]),
      [['__Host-hubbub', 'localhost', '/', true, true, 'Lax']],
    );
    // What the pages send of themselves is taken; the cookie of the way there is gone.
    await page.goto('/admin/people');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    assert.deepEqual(
      (await context.cookies(publicUrl)).filter(({ name }) => name.includes('openid')),
      [],
    );
    const ended = await page.evaluate(async () => (await fetch('/api/session', { method: 'DELETE' })).status);
    assert.equal(ended, 204);
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});
