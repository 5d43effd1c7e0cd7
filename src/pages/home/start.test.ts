import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';

const server = await startTestServer({ web: true });
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const { browse, signedIn, sentLink, person } = new Visitors(server, org);
const api = new DispatchClient(org.dispatch);

/** Returns the address to which a signed-in browser is redirected from the root. */
async function home(cookies: ReadonlyMap<string, string>, app?: string): Promise<string> {
  const all = new Map(cookies);
  all.delete('hubbub-app');
  if (app) all.set('hubbub-app', app);
  const cookie = [...all].map((pair) => pair.join('=')).join('; ');
  const answer = await fetch(server.url, { redirect: 'manual', headers: { cookie } });
  return answer.headers.get('location')!;
}

test('the checklist comes first until it is put away, then the app that was open last', async () => {
  const browser = await signedIn('olive@couriers.example');
  assert.equal(await home(browser.cookies, 'admin'), '/welcome');
  const page = await browser.open('/welcome');
  assert.ok(page.text.includes('Hide this list'));
  await page.submit('Hide this list', {});
  assert.equal(await home(browser.cookies), '/dispatch');
  assert.equal(await home(browser.cookies, 'admin'), '/admin');
  assert.equal(await home(browser.cookies, 'dispatch'), '/dispatch');
  // An app the person no longer has, and one that a stranger made up.
  assert.equal(await home(browser.cookies, 'driver'), '/dispatch');
  assert.equal(await home(browser.cookies, '//elsewhere.example'), '/dispatch');
  assert.ok(!(await browser.open('/welcome')).text.includes('Hide this list'));
});

test('a dispatcher is led to the console, a driver to the app, whoever only chats to the chat', async () => {
  await api.post('/admins', { name: 'Dana Dispatcher', email: 'dana@couriers.example' });
  const dana = browse();
  await dana.open(await sentLink('dana@couriers.example', 'join'));
  await dana.submit('Join', { password: PASSWORD }).catch(() => undefined);
  assert.equal(await home(dana.cookies), '/dispatch');
  const member = await signedIn(await person('mara'));
  assert.equal(await home(member.cookies), '/chat');
  const account = await member.open('/account');
  assert.ok(account.text.includes('Connect a chat client'));
  assert.ok(!/href="\/(dispatch|driver|admin)"/.test(account.html));
  await dana.open('/account');
  assert.ok(!dana.text.includes('Connect a chat client'));
  assert.match(dana.html, /<nav[^>]*><a href="\/dispatch">/);
  assert.match(account.html, /<nav[^>]*><a href="\/chat">/);
  assert.doesNotMatch(dana.html, /<a href="\/chat">/);
});

test('the apps of a server without an organization lead to its set-up, and each notes that it was open', async () => {
  await using empty = await startTestServer({ web: true });
  const open = (url: string) => fetch(`${url}/dispatch/board`, { redirect: 'manual' });
  const before = await open(empty.url);
  assert.deepEqual([before.status, before.headers.get('location')], [303, '/setup']);
  await empty.organization();
  const then = await open(empty.url);
  assert.equal(then.status, 200);
  assert.match(then.headers.get('set-cookie')!, /^hubbub-app=dispatch; Path=\/; HttpOnly; SameSite=Lax/);
});

test('a console that was taken away is no longer where one is led', async () => {
  const dana = await signedIn('dana@couriers.example');
  const { json } = await api.get('/admins');
  const { id } = json.find(({ email }: { email: string }) => email === 'dana@couriers.example');
  assert.equal(await home(dana.cookies, 'dispatch'), '/dispatch');
  await api.delete(`/admins/${id}`);
  assert.notEqual(await home(dana.cookies, 'dispatch'), '/dispatch');
});
