import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { doCreateAdministratorKey } from '../../dispatch/administrators/actions.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { listOutbox } from '../../platform/outbound/outbox.ts';
import { loadPeopleByEmail, loadPeopleByPhones } from '../../platform/people/access.ts';
import { doSetEmail } from '../../platform/people/actions.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const owner = new ChatClient(org.chat);
const PASSWORD = 'correct horse battery staple';
const NEXT = 'a much better phrase';

const browse = (language?: string) => new FormBrowser(server.url, language);
const signedIn = async (emailOrPhone = 'olive@couriers.example', password = PASSWORD) => {
  const browser = await browse().open('/sign-in');
  return browser.submit('Continue', { emailOrPhone, password });
};
const { database } = server.services;
const mails = (to: string, organizationId = org.organization_id) =>
  listOutbox(database.reader, organizationId).then((all) => all.filter((mail) => mail.recipient === to));
const linkIn = (text: string) => new URL(/http\S+/.exec(text)![0]).pathname;
const mailed = new Set<string>();
/** Asks for a new password; gives the path that is mailed. */
async function resetLink(email: string, organizationId?: string): Promise<string> {
  const links = async () => (await mails(email, organizationId)).filter(({ body }) => body.includes('/reset/'));
  const before = (await links()).length;
  await (await browse().open('/reset')).submit('Send the link', { email });
  await until(async () => (await links()).length > before, 'the mail');
  const paths = (await links()).map(({ body }) => linkIn(body));
  return paths.find((path) => !mailed.has(path) && mailed.add(path))!;
}
/** Makes a person of the chat who can sign in. */
async function person(name: string): Promise<string> {
  const email = `${name}@couriers.example`;
  const { json } = await owner.post('/users', { email, full_name: `${name} person`, password: PASSWORD });
  assert.equal(json.result, 'success', json.msg);
  return email;
}

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
    const kept = new FormBrowser(server.url);
    for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
    await (await browser.open('/sign-out')).submit('Sign out');
    assert.match(browser.text, /You are signed out/);
    assert.equal(browser.cookies.size, 0);
    assert.equal((await kept.open('/account')).title, 'Sign in');
  });
});

describe('the second factor', () => {
  test('is turned on by a code, asked for at the next sign-in, opened by a recovery code once, and turned off', async () => {
    const email = await person('sef');
    const browser = await signedIn(email);
    await (await browser.open('/account/second-factor')).submit('Turn it on', { step: 'begin' });
    await browser.submit('Turn it on', { code: '000000' });
    assert.equal(browser.status, 400);
    const secret = /class="key"[^>]*>([A-Z2-7]+)</.exec(browser.html)![1]!;
    const codeNow = () => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
    await browser.submit('Turn it on', { code: await codeNow() });
    const codes = [...browser.html.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!);
    assert.equal(codes.length, 10);
    const other = await signedIn(email);
    assert.equal(other.title, 'One more thing');
    await other.submit('Continue', { code: '123456' });
    assert.match(other.text, /wrong, or was used/);
    await other.submit('Continue', { code: codes[0]!.toUpperCase() });
    assert.equal((await other.open('/account')).title, 'Your account');
    const again = await signedIn(email);
    await again.submit('Continue', { code: codes[0]! });
    assert.equal(again.status, 403);
    await (await other.open('/account/second-factor')).submit('Turn it off', { password: 'wrong password' });
    assert.equal(other.status, 400);
    await other.submit('Turn it off', { password: PASSWORD });
    assert.equal((await (await signedIn(email)).open('/account')).title, 'Your account');
  });
});

describe('a forgotten password', () => {
  test('gets the same answer whether the address exists, and a mail only where it does', async () => {
    const email = await person('rea');
    const answers: string[] = [];
    for (const address of [email, 'nobody@couriers.example']) {
      const browser = await (await browse().open('/reset')).submit('Send the link', { email: address });
      answers.push(browser.text.replace(address, ''));
    }
    assert.equal(answers[0], answers[1]);
    await until(async () => (await mails(email)).length === 1, 'the mail');
    assert.equal((await mails('nobody@couriers.example')).length, 0);
  });

  test('is chosen anew by the link, once; other browsers are out, and the person is told', async () => {
    const email = await person('ren');
    const inside = await signedIn(email);
    await (await browse().open('/reset')).submit('Send the link', { email });
    await until(async () => (await mails(email)).length === 1, 'the mail');
    const link = linkIn((await mails(email))[0]!.body);
    const browsers = [await browse().open(link), await browse().open(link)];
    await browsers[0]!.submit('Save', { password: 'Password123!' });
    assert.equal(browsers[0]!.status, 400);
    await Promise.all(browsers.map((browser) => browser.submit('Save', { password: NEXT })));
    assert.deepEqual(browsers.map(({ status }) => status).sort(), [200, 404]);
    assert.equal((await browse().open(link)).status, 404);
    assert.equal((await inside.open('/account')).title, 'Sign in');
    assert.equal((await (await signedIn(email, NEXT)).open('/account')).title, 'Your account');
    assert.equal((await signedIn(email)).status, 403);
    assert.ok((await mails(email)).some(({ subject }) => /has changed/.test(subject ?? '')));
  });

  test('holds for an hour', async () => {
    const email = await person('rex');
    await (await browse().open('/reset')).submit('Send the link', { email });
    await until(async () => (await mails(email)).length === 1, 'the mail');
    const link = linkIn((await mails(email))[0]!.body);
    server.clock.advance(61 * 60_000);
    assert.equal((await browse().open(link)).status, 404);
  });

  test('is not chosen by a link from before another password or another address', async () => {
    const email = await person('lia');
    const first = await resetLink(email);
    const browser = await (await signedIn(email)).open('/account/password');
    await browser.submit('Change it', { old: PASSWORD, password: NEXT });
    assert.equal((await browse().open(first)).status, 404);
    const second = await resetLink(email);
    const opened = await browse().open(second);
    const [{ id } = { id: '' }] = await loadPeopleByEmail(database.reader, null, email);
    await database.transaction((tx) =>
      doSetEmail(tx, { organizationId: org.organization_id, id }, 'lia2@couriers.example', false),
    );
    assert.equal((await browse().open(second)).status, 404);
    await opened.submit('Save', { password: PASSWORD });
    assert.equal(opened.status, 404);
    assert.equal((await signedIn('lia2@couriers.example', NEXT)).status, 200);
  });

  test('is mailed to the address of the account, not to one that is written like it', async () => {
    const email = await person('mike');
    const alike = 'mi\u212ae@couriers.example';
    await (await browse().open('/reset')).submit('Send the link', { email: alike });
    await until(async () => (await mails(email)).length === 1, 'the mail');
    assert.equal((await mails(alike)).length, 0);
  });

  test('ends clients too, by whichever key; bots stay', async () => {
    const email = 'rita@couriers.example';
    const { chat, dispatch, organization_id: organizationId } = await server.organization({ ownerEmail: email });
    const client = new ChatClient(chat);
    const bot = (await client.post('/bots', { full_name: 'Bot', short_name: 'bot' })).json;
    const { email: botEmail } = (await client.get(`/users/${bot.user_id}`)).json.user;
    const botClient = new ChatClient({ ...chat, email: botEmail, api_key: bot.api_key });
    const { key } = await database.transaction((tx) => doCreateAdministratorKey(tx, organizationId, email, 'desk'));
    const desk = new DispatchClient({ ...dispatch, api_key: key });
    const browser = await browse().open(await resetLink(email, organizationId));
    assert.match(browser.text, /browsers and clients are then signed out/);
    const statuses = async () => [
      (await client.get('/users/me')).status,
      (await desk.get('/teams')).status,
      (await botClient.get('/users/me')).status,
    ];
    assert.deepEqual(await statuses(), [200, 200, 200]);
    await browser.submit('Save', { password: NEXT });
    assert.deepEqual(await statuses(), [401, 401, 200]);
    const told = (await mails(email, organizationId)).find(({ subject }) => /has changed/.test(subject ?? ''));
    assert.match(told!.body, /clients are signed out, and your API keys are revoked/);
  });
});

test('a password is changed by who knows the old one; other browsers are out, and a mail tells of it', async () => {
  const email = await person('pat');
  const [browser, other] = [await signedIn(email), await signedIn(email)];
  await browser.open('/account/password');
  await browser.submit('Change it', { old: 'wrong password', password: NEXT });
  assert.equal(browser.status, 400);
  await browser.submit('Change it', { old: PASSWORD, password: NEXT });
  assert.match(browser.text, /Your password is changed/);
  assert.equal((await other.open('/account')).title, 'Sign in');
  assert.match((await mails(email))[0]!.subject ?? '', /has changed/);
});

test('a worker’s password that is chosen on a page is their own, and ends their devices', async () => {
  const { dispatch, organization_id: organizationId } = await server.organization();
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
  const browser = await (await signedIn(phone, worker.password)).open('/account/password');
  await browser.submit('Change it', { old: worker.password, password: NEXT });
  assert.equal((await lost.get('/driver/me')).status, 401);
  const second = await enter(NEXT);
  assert.equal((await second.get('/driver/me')).json.mustChoosePassword, false);
  const [{ id } = { id: '' }] = await loadPeopleByPhones(database.reader, organizationId, [phone]);
  const email = 'dora@couriers.example';
  await database.transaction((tx) => doSetEmail(tx, { organizationId, id }, email, false));
  await (await browse().open(await resetLink(email, organizationId))).submit('Save', { password: PASSWORD });
  assert.equal((await second.get('/driver/me')).status, 401);
  assert.equal((await (await enter(PASSWORD)).get('/driver/me')).status, 200);
});

test('own browsers and clients are listed and ended; a key for a client is shown once', async () => {
  const email = await person('dev');
  const [browser, other] = [await signedIn(email), await signedIn(email)];
  await browser.open('/account/devices');
  const [, id] = /name="end" value="([^"]+)"/.exec(browser.html)!;
  await browser.submit('Sign out', { end: id! });
  assert.equal((await other.open('/account')).title, 'Sign in');
  await browser.submit('Make a key', { client: 'terminal <b>' });
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
  await browser.submit('Revoke', { endKey: keyId! });
  assert.equal((await client.get('/users/me')).status, 401);
});

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

describe('an invitation', () => {
  const linkOf = async () => new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname;

  test('is accepted with a name and a password, once where it was mailed', async () => {
    await owner.post('/invites', { invitee_emails: 'jo@couriers.example', stream_ids: '[]' });
    const link = linkIn((await mails('jo@couriers.example'))[0]!.body);
    const browser = await browse('de').open(link);
    await browser.submit('Beitreten', { name: '', password: 'kurz' });
    assert.equal(browser.status, 400);
    await browser.submit('Beitreten', { name: 'Jo Join', password: PASSWORD });
    assert.equal(browser.title, 'Chat-App verbinden');
    assert.equal((await browse().open(link)).status, 404);
    assert.equal((await (await signedIn('jo@couriers.example')).open('/account')).status, 200);
  });

  test('by a link for many says when the address has an account', async () => {
    const browser = await browse().open(await linkOf());
    await browser.submit('Join', { name: 'Another Olive', email: 'olive@couriers.example', password: PASSWORD });
    assert.deepEqual([browser.status, /already in use/.test(browser.text)], [400, true]);
    await browser.submit('Join', { name: 'Lin Link', email: 'lin@couriers.example', password: PASSWORD });
    assert.equal(browser.title, 'Connect a chat client');
  });

  test('that nobody made opens nothing', async () => {
    assert.equal((await browse().open('/join/nothing')).status, 404);
  });
});

test('an address is proven by a mailed link, once', async () => {
  const browser = await browse().open(new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname);
  await browser.submit('Join', { name: 'Vera Verify', email: 'vera@couriers.example', password: PASSWORD });
  await (await browser.open('/account')).submit('Confirm the address');
  assert.match(browser.text, /on its way/);
  const link = linkIn((await mails('vera@couriers.example'))[0]!.body);
  await (await browse().open(link)).submit('Confirm');
  assert.match((await browser.open('/account')).text, /vera@couriers\.example confirmed/);
  assert.equal((await browse().open(link)).status, 404);
});
