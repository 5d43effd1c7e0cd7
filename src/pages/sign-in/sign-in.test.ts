import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { browse, signedIn, person } = new Visitors(
  server,
  await server.organization({ ownerEmail: 'olive@couriers.example' }),
);

describe('signing in', () => {
  test('leads back to where one wanted to go, and to no other place', async () => {
    const browser = await browse().open('/account/devices');
    assert.equal(browser.title, 'Sign in');
    await browser.submit('Continue', { emailOrPhone: 'olive@couriers.example', password: PASSWORD });
    assert.equal(browser.title, 'Devices and clients');
    for (const to of [
      '//elsewhere.example',
      '/\\elsewhere.example',
      'https://elsewhere.example',
      '/\t/elsewhere.example',
    ]) {
      const other = await browse().open(`/sign-in?to=${encodeURIComponent(to)}`);
      await other.submit('Continue', { emailOrPhone: 'olive@couriers.example', password: PASSWORD });
      assert.equal(new URL(other.url).pathname, '/welcome', to);
    }
  });

  test('says one sentence for a wrong password and an unknown address, and keeps the address', async () => {
    const sentences = new Set<string>();
    for (const emailOrPhone of ['olive@couriers.example', 'nobody@couriers.example']) {
      const browser = await signedIn(emailOrPhone, 'wrong password');
      assert.deepEqual([browser.status, browser.cookies.size], [403, 0]);
      sentences.add(/role="alert">([^<]*)/.exec(browser.html)![1]!);
      assert.ok(browser.html.includes(`value="${emailOrPhone}"`));
    }
    assert.deepEqual([...sentences], ['The address or the password is wrong.']);
  });

  test('bears the organization’s name, and says of a lock-out how long it lasts and what works meanwhile', async () => {
    await using limited = await startTestServer({ rateLimits: true });
    const org = await limited.organization({ name: 'Kuriere Nord' });
    const form = async (language: string) => new FormBrowser(limited.url, language).open('/sign-in');
    const first = await form('en');
    assert.match(first.html, /<title>Sign in &middot; Kuriere Nord<\/title>/);
    let last = first;
    for (let n = 0; n < 21; n++) {
      last = await form('en');
      await last.submit('Continue', { emailOrPhone: org.chat.email, password: 'wrong password' });
    }
    assert.equal(last.status, 429);
    assert.match(last.text, /Try again in 60 minutes\. .*from a network that you have signed in from before/);
    const german = await form('de');
    await german.submit('Weiter', { emailOrPhone: org.chat.email, password: 'wrong password' });
    assert.match(german.text, /in 60 Minuten wieder/);
    const answer = await new SessionBrowser(limited.url).signIn(org.chat.email, 'wrong password');
    assert.match(answer.json.message, /^Too many wrong passwords\. Try again in 60 minutes\.$/);
  });

  test('asks for the organization where there are several', async () => {
    await server.organization({ name: 'Second Couriers', ownerEmail: 'both@couriers.example' });
    await server.organization({ name: 'Third <Couriers>', ownerEmail: 'both@couriers.example' });
    const browser = await signedIn('both@couriers.example');
    assert.equal(browser.title, 'Where do you want to go?');
    const [, id] = /name="organization" value="([^"]+)"[^>]*>Third/.exec(browser.html)!;
    await browser.submit('Third', { organization: id! });
    assert.match(browser.text, /^Third <Couriers>/);
  });

  test('ends by signing out: the cookie opens nothing more', async () => {
    const browser = await signedIn();
    const retained = new FormBrowser(server.url);
    for (const [name, value] of browser.cookies) retained.cookies.set(name, value);
    await (await browser.open('/sign-out')).submit('Sign out');
    assert.match(browser.text, /You are signed out/);
    assert.equal(browser.cookies.size, 0);
    assert.equal((await retained.open('/account')).title, 'Sign in');
  });
});

describe('the second factor', () => {
  test('is turned on by a code, asked for at the next sign-in, opened by a recovery code once, and turned off', async () => {
    const email = await person('sef');
    const browser = await signedIn(email);
    await (await browser.open('/account/second-factor')).submit('Turn it on', { password: 'wrong password' });
    assert.deepEqual([browser.status, browser.html.includes('class="key"')], [400, false]);
    await browser.submit('Turn it on', { password: PASSWORD });
    const secret = /class="key"[^>]*>([A-Z2-7]+)</.exec(browser.html)![1]!;
    await browser.submit('Turn it on', { code: '000000' });
    // The picture stays: the password was given just before.
    assert.deepEqual([browser.status, browser.html.includes('class="key"')], [400, true]);
    const codeNow = () => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
    await browser.submit('Turn it on', { code: await codeNow() });
    const codes = [...browser.html.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!);
    assert.equal(codes.length, 10);
    const other = await signedIn(email);
    assert.equal(other.title, 'One more thing');
    await other.submit('Continue', { code: '123456' });
    assert.match(other.text, /wrong or has been used/);
    await other.submit('Continue', { code: codes[0]!.toUpperCase() });
    assert.equal((await other.open('/account')).title, 'Your account');
    const again = await signedIn(email);
    await again.submit('Continue', { code: codes[0]! });
    assert.equal(again.status, 403);
    await (await other.open('/account/second-factor')).submit('Turn it off', { password: 'wrong password' });
    assert.equal(other.status, 400);
    // While the right one waits to be checked its owner sets another: it turns nothing off any more.
    const setAnother = (tx: PlainTx) =>
      tx.run(sql`update platform.people set password_hash = password_hash || 'x' where email = ${email}`);
    await whileHeld(server, setAnother, () => other.submit('Turn it off', { password: PASSWORD }));
    assert.deepEqual([other.status, other.text.includes('Turn it off')], [400, true]);
    const { database } = server.services;
    await database.transaction((tx) =>
      tx.run(sql`update platform.people set password_hash = left(password_hash, -1) where email = ${email}`),
    );
    await other.submit('Turn it off', { password: PASSWORD });
    assert.equal((await (await signedIn(email)).open('/account')).title, 'Your account');
  });
});

test('own browsers and clients are listed and ended; a key for a client is shown once', async () => {
  const email = await person('dev');
  const [browser, other] = [await signedIn(email), await signedIn(email)];
  await browser.open('/account/devices');
  const [, id] = /name="end" value="([^"]+)"/.exec(browser.html)!;
  await browser.submit('Sign out', { end: id! });
  assert.equal((await other.open('/account')).title, 'Sign in');
  await browser.submit('Create key', { client: 'terminal <b>' });
  const key = /class="key"[^>]*>([^<]+)</.exec(browser.html)![1]!;
  const client = new ChatClient({ site: server.url, email, api_key: key });
  assert.equal((await client.get('/users/me')).status, 200);
  await browser.open('/account/devices');
  assert.ok(!browser.html.includes(key));
  const [, keyId] = /name="endKey" value="([^"]+)"/.exec(browser.html)!;
  const stranger = await signedIn();
  await fetch(`${server.url}/account/devices`, {
    method: 'POST',
    body: new URLSearchParams({ endKey: keyId! }),
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...stranger.cookies].map((pair) => pair.join('=')).join('; '),
    },
  });
  assert.equal((await client.get('/users/me')).status, 200);
  // Some time after the sign-in somebody else may sit there.
  server.clock.advance(11 * 60_000);
  assert.equal((await browser.submit('Revoke', { endKey: keyId! })).title, 'Confirm it’s you');
  assert.equal((await browser.submit('Continue', { password: 'not the password' })).title, 'Confirm it’s you');
  assert.match(browser.text, /This is not your current password/);
  assert.equal((await client.get('/users/me')).status, 200);
  assert.equal((await browser.submit('Continue', { password: PASSWORD })).title, 'Devices and clients');
  assert.equal((await client.get('/users/me')).status, 401);
});
