import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { loadPeopleByPhones } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ name: 'Swift Wheels', ownerEmail: 'olive@couriers.example' });
const { browse, signedIn, person, sent, owner } = new Visitors(server, org);
const ownKey = async (username: string) => (await owner.post('/fetch_api_key', { username, password: PASSWORD })).json;
const { database } = server.services;

test('a password is changed by who knows the old one; other browsers are out, and a mail tells of it', async () => {
  const email = await person('pat');
  const [browser, other] = [await signedIn(email), await signedIn(email)];
  await browser.open('/account/password');
  await browser.submit('Change password', { old: 'wrong password', password: NEXT_PASSWORD });
  assert.equal(browser.status, 400);
  const client = new ChatClient({ site: server.url, email, api_key: (await ownKey(email)).api_key });
  // Their name, the organization's, one that was stolen from others.
  for (const [password, sentence] of [
    ['Pat Person 1', /your name, your address or the organization’s name/],
    ['Swift Wheels!', /your name, your address or the organization’s name/],
    ['Undertaker1', /lists of stolen passwords/],
  ] as const) {
    await browser.submit('Change password', { old: PASSWORD, password });
    assert.match(browser.text, sentence);
    const refused = await client.patch('/settings', { old_password: PASSWORD, new_password: password });
    assert.equal(refused.json.msg, 'New password is too weak!');
    const made = await owner.post('/users', { email: 'p@couriers.example', full_name: 'Pat Person', password });
    assert.match(made.json.msg, /^The password is too easy to guess/);
  }
  await browser.submit('Change password', { old: PASSWORD, password: NEXT_PASSWORD });
  assert.match(browser.text, /Password changed/);
  assert.equal((await other.open('/account')).title, 'Sign in');
  assert.match((await sent(email))[0]!.subject ?? '', /has changed/);
});

test('a worker’s password that is chosen on a page is their own, and ends their devices', async () => {
  const theirs = await server.organization();
  const { dispatch, organization_id: organizationId } = theirs;
  const visitors = new Visitors(server, theirs);
  const api = new DispatchClient(dispatch);
  const [administrator] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [administrator.id] });
  const phone = '+14155550181';
  const given = { organizationId, team: 'North', name: 'Dora Driver', phone };
  const worker = await createWorkerForCli(server.services, given);
  const enter = async (password: string) => {
    const { json } = await new DispatchClient({ url: server.url, token: '' }).post('/driver/sign-in', {
      phone,
      password,
    });
    return new DispatchClient({ url: server.url, token: json.token });
  };
  const lost = await enter(worker.password);
  assert.equal((await lost.get('/driver/me')).json.mustChoosePassword, true);
  const own = { currentPassword: worker.password, password: 'Dora Driver 1' };
  assert.match((await lost.post('/driver/password', own)).json.message.cause, /names and addresses/);
  const browser = await (await signedIn(phone, worker.password)).open('/account/password');
  await browser.submit('Change password', { old: worker.password, password: NEXT_PASSWORD });
  assert.equal((await lost.get('/driver/me')).status, 401);
  const second = await enter(NEXT_PASSWORD);
  assert.equal((await second.get('/driver/me')).json.mustChoosePassword, false);
  const [{ id } = { id: '' }] = await loadPeopleByPhones(database.reader, organizationId, [phone]);
  const email = 'dora@couriers.example';
  await database.transaction((tx) => doSetEmail(tx, { organizationId, id }, email, false));
  await (await browse().open(await visitors.resetLink(email))).submit('Save', { password: PASSWORD });
  assert.equal((await second.get('/driver/me')).status, 401);
  assert.equal((await (await enter(PASSWORD)).get('/driver/me')).status, 200);
});
