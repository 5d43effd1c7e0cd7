import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generate } from 'otplib';
import { checkedHashes } from '../../../tests/harness/checked-passwords.ts';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const visitors = new Visitors(server, org);
const { browse, signedIn, owner, person, sentLink } = visitors;
const dispatch = new DispatchClient(org.dispatch);
const OTHER = 'a phrase of the other account';

test('an address is proven by a mailed link, once', async () => {
  const browser = await browse().open(new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname);
  await browser.submit('Join', { name: 'Vera Verify', email: 'vera@couriers.example', password: PASSWORD });
  await (await browser.open('/account')).submit('by e-mail');
  assert.match(browser.text, /sent you an e-mail/);
  const link = await sentLink('vera@couriers.example', 'verify');
  await (await browse().open(link)).submit('Confirm');
  assert.match((await browser.open('/account')).text, /vera@couriers\.example confirmed/);
  assert.equal((await browse().open(link)).status, 404);
});

/** An administrator who has confirmed the account. */
async function administrator(email: string, password: string): Promise<string> {
  const { id } = (await dispatch.post('/admins', { name: 'Ada Admin', email })).json;
  await (await browse().open(await sentLink(email, 'join'))).submit('Join', { password });
  return id;
}

test('an administrator’s new address is theirs once it is proven there; they sign in by the old one until then', async () => {
  const [before, after] = ['nora@couriers.example', 'nora.new@couriers.example'];
  const id = await administrator(before, PASSWORD);
  assert.equal((await dispatch.put(`/admins/${id}`, { email: after })).status, 200);
  const link = await sentLink(after, 'verify');
  const browser = await signedIn(before);
  assert.equal((await signedIn(after)).status, 403);
  // Within a minute no other one is sent; later it is, from the account's page.
  server.clock.advance(61_000);
  await (await browser.open('/account')).submit(`Confirm ${after}`);
  assert.equal((await visitors.sent(after)).length, 2);
  await (await browse().open(link)).submit('Confirm');
  assert.equal((await signedIn(before)).status, 403);
  assert.match((await (await signedIn(after)).open('/account')).text, /nora\.new@couriers\.example confirmed/);
  assert.equal((await browse().open(await sentLink(after, 'verify'))).status, 404);
});

test('a link to an administrator’s address opens nothing after they were given a third one', async () => {
  const id = await administrator('otto@couriers.example', PASSWORD);
  await dispatch.put(`/admins/${id}`, { email: 'otto2@couriers.example' });
  const link = await sentLink('otto2@couriers.example', 'verify');
  const opened = await browse().open(link);
  await dispatch.put(`/admins/${id}`, { email: 'otto3@couriers.example' });
  await opened.submit('Confirm');
  assert.deepEqual([opened.status, (await browse().open(link)).status], [404, 404]);
});

test('who has not confirmed the account is invited at the new address, and not by the old one', async () => {
  const { id } = (await dispatch.post('/admins', { name: 'Ina', email: 'ina@couriers.example' })).json;
  const old = await sentLink('ina@couriers.example', 'join');
  await dispatch.put(`/admins/${id}`, { email: 'ina2@couriers.example' });
  assert.equal((await browse().open(old)).status, 404);
  await (await browse().open(await sentLink('ina2@couriers.example', 'join'))).submit('Join', { password: PASSWORD });
  assert.equal((await (await signedIn('ina2@couriers.example')).open('/account')).title, 'Your account');
});

test('whose address is another account’s makes both one by both passwords, or learns why not and keeps the link', async () => {
  const email = 'olga@couriers.example';
  await administrator(email, OTHER);
  await person('olga');
  const browser = await signedIn(email);
  await (await browser.open('/account')).submit('by e-mail');
  const link = await sentLink(email, 'verify');
  const opened = await browse().open(link);
  for (const wrong of [{ password: 'wrong password' }, { otherPassword: 'wrong password' }]) {
    const sent = { otherPassword: OTHER, password: PASSWORD, ...wrong };
    const checked = await checkedHashes(() => opened.submit('Confirm', sent));
    assert.deepEqual([opened.status, opened.text.includes('One of the two passwords is wrong')], [400, true]);
    // Both: the time does not tell which.
    assert.equal(new Set(checked).size, 2);
  }
  // An account with a second factor is not given up for one without.
  const setUp = await (await browser.open('/account/second-factor')).submit('Turn it on', { password: PASSWORD });
  const secret = /class="key"[^>]*>([A-Z2-7]+)</.exec(setUp.html)![1]!;
  const epoch = Math.floor(server.clock.now().getTime() / 1000);
  await setUp.submit('Turn it on', { code: await generate({ secret, epoch }) });
  await opened.submit('Confirm', { otherPassword: OTHER, password: PASSWORD });
  assert.deepEqual([opened.status, opened.text.includes('can’t be merged')], [409, true]);
  await (await browser.open('/account/second-factor')).submit('Turn it off', { password: PASSWORD });
  const again = await browse().open(link);
  await again.submit('Confirm', { otherPassword: OTHER, password: PASSWORD });
  assert.match(again.text, /is confirmed/);
  assert.equal((await signedIn(email)).status, 403);
  const both = await (await signedIn(email, OTHER)).open('/connect');
  assert.deepEqual([both.status, (await browse().open(link)).status], [200, 404]);
});
