import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import type { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { startServer } from '../../app.ts';
import { auditList } from '../../cli/audit.ts';
import { endSecondFactor } from '../../cli/end-second-factor.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';
import { loadPeopleByEmail } from '../../platform/people/access.ts';
import { doDemandSecondFactor } from '../../platform/people/demanded-factor.ts';
import type { FactorDemand } from '../../platform/people/factor-demand.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { database } = server.services;

const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
const demand = (org: CreatedOrganization, of: FactorDemand) =>
  database.transaction((tx) => doDemandSecondFactor(tx, org.organization_id, of));
const secretOn = ({ html }: FormBrowser) => /class="key"[^>]*>([A-Z2-7]+)</.exec(html)?.[1];
const codesOn = ({ html }: FormBrowser) => [...html.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!);
const isSignedIn = ({ cookies }: FormBrowser) => cookies.has('hubbub');
const personOf = async (org: CreatedOrganization, email: string) =>
  (await loadPeopleByEmail(database.reader, org.organization_id, email))[0]!;

let people = 0;
/** A member of an organization that may demand a second factor, and the owner's browser. */
async function start(of: FactorDemand = 'nobody') {
  const org = await server.organization();
  const visitors = new Visitors(server, org);
  const email = await visitors.person(`member${++people}`);
  await demand(org, of);
  const signIn = (more: object = {}, password = PASSWORD) =>
    new SessionBrowser(server.url).signIn(email, password, more);
  return { org, visitors, email, signIn };
}

/** Sets a second factor up while signing in. */
async function setUp(browser: SessionBrowser, email: string, password = PASSWORD) {
  const asked = await browser.signIn(email, password);
  assert.equal(asked.json.code, 'second_factor_needed', asked.text);
  const { challenge, setUp, secret } = asked.json;
  const entered = await browser.post('/api/session', { challenge, setUp, code: await codeOf(secret) });
  assert.equal(entered.status, 200, entered.text);
  server.clock.advance(60_000);
  return { secret: secret as string, recoveryCodes: entered.json.recoveryCodes as string[] };
}

async function makeDriver(org: CreatedOrganization, phone: string) {
  const api = new DispatchClient(org.dispatch);
  const [{ id }] = (await api.get('/admins')).json;
  await api.post('/teams', { name: 'North', workers: [], managers: [id] });
  const given = { organizationId: org.organization_id, team: 'North', name: 'Dora Driver', phone };
  const { password, worker_id } = await createWorkerForCli(server.services, given);
  const enter = (browser: SessionBrowser) => browser.post('/api/session', { phone, password });
  return { api, id: worker_id, phone, password, enter };
}

describe('a second factor that an organization demands', () => {
  test('is demanded by an owner who has one, and the audit log has it', async () => {
    const { org, visitors } = await start();
    const { browser } = await signedInOwner(server, org);
    const put = (body: object) => browser.request('PUT', '/api/admin/sign-in-rules', body);
    const rules = async () => (await browser.get('/api/admin/sign-in-rules')).json;
    const refused = await put({ secondFactorOf: 'staff' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'not_possible']);
    assert.match(refused.json.message, /your own account first/);
    assert.equal((await rules()).secondFactorOf, 'nobody');
    assert.equal((await put({ secondFactorOf: 'some' })).json.code, 'invalid_body');
    const page = await (await visitors.signedIn()).open('/account/second-factor');
    await page.submit('Turn it on', { password: PASSWORD });
    await page.submit('Turn it on', { code: await codeOf(secretOn(page)!) });
    assert.deepEqual((await put({ secondFactorOf: 'staff' })).json, { passwords: true, secondFactorOf: 'staff' });
    assert.equal((await browser.get('/api/session')).status, 200);
    assert.deepEqual((await put({ passwords: true })).json, { passwords: true, secondFactorOf: 'staff' });
    assert.equal((await put({ secondFactorOf: 'nobody' })).status, 200);
    const entries = await auditList(
      database.reader.of(org.organization_id),
      org.organization_id,
      { action: 'organization.second_factor' },
      9,
    );
    assert.equal(entries.length, 2);
    for (const { details, actorId } of entries) {
      assert.match(details, /staff/);
      assert.notEqual(actorId, null);
    }
  });

  test('is set up at the next sign-in: nothing is opened, or kept, before a code has come', async () => {
    const { org, email, signIn } = await start('staff');
    assert.equal((await signIn({}, 'not the password')).json.code, 'wrong_credentials');
    const browser = new SessionBrowser(server.url);
    // A code that comes with the password is of nothing.
    const asked = await browser.signIn(email, PASSWORD, { code: '123456' });
    assert.deepEqual([asked.status, asked.json.code, browser.cookie], [401, 'second_factor_needed', undefined]);
    const { challenge, setUp, secret, uri, organization } = asked.json;
    assert.equal(organization, org.organization_id);
    assert.match(uri, new RegExp(`^otpauth://totp/.*secret=${secret}`));
    const post = async (body: object) => (await browser.post('/api/session', body)).json;
    assert.equal((await post({ challenge })).code, 'second_factor_needed');
    const other = await start('staff');
    const foreign = (await other.signIn()).json;
    assert.equal(
      (await post({ challenge, setUp: foreign.setUp, code: await codeOf(foreign.secret) })).code,
      asked.json.code,
    );
    assert.equal((await post({ challenge, setUp: challenge, code: await codeOf(secret) })).code, asked.json.code);
    const wrong = await post({ challenge, setUp, code: '000000' });
    assert.deepEqual([wrong.code, wrong.secret, browser.cookie], ['wrong_code', secret, undefined]);
    assert.equal((await personOf(org, email)).secondFactorAt, null);
    const entered = await post({ challenge: wrong.challenge, setUp: wrong.setUp, code: await codeOf(secret) });
    assert.equal(entered.person.secondFactor, true);
    assert.equal(new Set(entered.recoveryCodes).size, 10);
    assert.equal((await browser.get('/api/session')).json.recoveryCodes, undefined);
    // It is used as any other from now on, and the code counts once.
    const again = await signIn();
    assert.equal(again.json.code, 'code_needed');
    assert.equal((await signIn({ code: await codeOf(secret) })).json.code, 'wrong_code');
    assert.equal((await signIn({ code: entered.recoveryCodes[0] })).status, 200);
    const used = await auditList(
      database.reader.of(org.organization_id),
      org.organization_id,
      { action: 'person.second_factor_on' },
      9,
    );
    assert.equal(used.length, 1);
  });

  test('is set up without scripts, its recovery codes are shown once, and one is led where one wanted to go', async () => {
    const { visitors, email } = await start('staff');
    const browser = await visitors.browse().open('/account/devices');
    await browser.submit('Continue', { emailOrPhone: email, password: PASSWORD });
    assert.deepEqual([browser.title, isSignedIn(browser)], ['Set up a second factor', false]);
    const secret = secretOn(browser)!;
    assert.match(browser.html, /role="img"[^>]*><svg/);
    assert.ok(browser.link('on this device').startsWith('otpauth://totp/'));
    await browser.submit('Turn it on and sign in', { code: '000000' });
    assert.deepEqual([browser.status, secretOn(browser), isSignedIn(browser)], [403, secret, false]);
    assert.match(browser.text, /doesn’t match/);
    await browser.submit('Turn it on and sign in', { code: await codeOf(secret) });
    assert.deepEqual([browser.status, browser.title, isSignedIn(browser)], [200, 'The second factor is on', true]);
    const codes = codesOn(browser);
    assert.equal(codes.length, 10);
    assert.equal((await browser.follow('I’ve saved them')).title, 'Devices and clients');
    const german = await visitors.browse('de').open('/sign-in');
    await german.submit('Weiter', { emailOrPhone: email, password: PASSWORD });
    await german.submit('Weiter', { code: codes[0]! });
    assert.ok(isSignedIn(german));
  });

  test('of two tabs that confirm at once one turns it on; the other is asked for a code of it', async () => {
    const { org, email, signIn } = await start('staff');
    const tabs = await Promise.all([signIn(), signIn()]);
    assert.notEqual(tabs[0].json.secret, tabs[1].json.secret);
    const confirm = async ({ json: { challenge, setUp, secret } }: (typeof tabs)[number]) =>
      new SessionBrowser(server.url).post('/api/session', { challenge, setUp, code: await codeOf(secret) });
    const position = (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
      tx.position(org.organization_id);
    const answers = await whileHeld(
      server,
      position,
      () => Promise.all(tabs.map(confirm)),
      (waits) => waits.length === 2,
    );
    assert.deepEqual(answers.map(({ status, json }) => json.code ?? status).sort(), [200, 'code_needed']);
    const won = answers.findIndex(({ status }) => status === 200);
    server.clock.advance(60_000);
    const code = await codeOf(tabs[won]!.json.secret);
    assert.equal((await signIn({ code })).status, 200);
    // Also one after the other: the tab that comes late has the wrong secret.
    server.clock.advance(60_000);
    assert.equal((await confirm(tabs[1 - won]!)).json.code, 'wrong_code');
    assert.notEqual((await personOf(org, email)).secondFactorAt, null);
  });

  test('is of one organization: another one opens by the same address and password', async () => {
    const ownerEmail = 'twice@couriers.example';
    const [one, two] = [await server.organization({ ownerEmail }), await server.organization({ ownerEmail })];
    await demand(one, 'everyone');
    const at = (org: CreatedOrganization) =>
      new SessionBrowser(server.url).signIn(ownerEmail, PASSWORD, { organization: org.organization_id });
    assert.equal((await at(one)).json.code, 'second_factor_needed');
    assert.equal((await at(two)).json.organization.id, two.organization_id);
    const browser = new SessionBrowser(server.url);
    const asked = await browser.signIn(ownerEmail, PASSWORD);
    assert.equal(asked.json.code, 'choose_organization');
    const { challenge } = asked.json;
    const chosen = await browser.post('/api/session', { challenge, organization: one.organization_id });
    assert.equal(chosen.json.code, 'second_factor_needed');
    const { secret, setUp } = chosen.json;
    // A set-up for one person has no effect for the other.
    const more = { setUp, code: await codeOf(secret) };
    const other = await browser.post('/api/session', { challenge, organization: two.organization_id, ...more });
    assert.deepEqual([other.status, other.json.recoveryCodes], [200, undefined]);
    const entered = await browser.post('/api/session', { challenge: chosen.json.challenge, ...more });
    assert.deepEqual([entered.status, entered.json.organization.id], [200, one.organization_id]);
    assert.equal((await personOf(two, ownerEmail)).secondFactorAt, null);
  });

  test('the password alone gives no key, also to who has none yet; and keys stay', async () => {
    const { org, email } = await start();
    const client = new ChatClient({ ...org.chat, email, api_key: '' });
    const ask = () => client.post('/fetch_api_key', { username: email, password: PASSWORD });
    const { json: before } = await ask();
    await demand(org, 'staff');
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.code], [401, 'PASSWORD_AUTH_DISABLED']);
    assert.match(refused.json.msg, /on the web to set it up/);
    const wrong = await client.post('/fetch_api_key', { username: email, password: 'wrong password' });
    assert.equal(wrong.json.code, 'AUTHENTICATION_FAILED');
    const retained = new ChatClient({ ...org.chat, email, api_key: before.api_key });
    assert.equal((await retained.get('/users/me')).status, 200);
    await demand(org, 'nobody');
    assert.equal((await ask()).status, 200);
  });

  test('of everyone is of drivers too: no token for the password alone, also while staff alone must', async () => {
    const org = await server.organization();
    const { phone, password, enter } = await makeDriver(org, '+14155550191');
    const ask = () => new DispatchClient({ url: server.url, token: '' }).post('/driver/sign-in', { phone, password });
    await demand(org, 'staff');
    const { token } = (await ask()).json;
    const browser = new SessionBrowser(server.url);
    assert.equal((await enter(browser)).status, 200);
    await demand(org, 'everyone');
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.message.error, refused.json.token], [401, 1100, undefined]);
    assert.match(refused.json.message.cause, /on the web to set it up/);
    assert.equal((await new DispatchClient({ url: server.url, token }).get('/driver/me')).status, 200);
    assert.equal((await browser.get('/api/session')).status, 401);
    assert.equal((await enter(browser)).json.code, 'second_factor_needed');
  });

  test('is not turned off, but set up anew for another phone', async () => {
    const { org, visitors, email, signIn } = await start('staff');
    const browser = new SessionBrowser(server.url);
    const before = await setUp(browser, email);
    const page = visitors.browse();
    page.cookies.set('hubbub', browser.cookie!.slice('hubbub='.length));
    await page.open('/account/second-factor');
    assert.match(page.text, /can’t turn this off/);
    const end = await fetch(`${server.url}/account/second-factor`, {
      method: 'POST',
      headers: { cookie: browser.cookie!, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ step: 'end', password: PASSWORD }),
    });
    assert.equal(end.status, 409);
    assert.notEqual((await personOf(org, email)).secondFactorAt, null);
    await page.submit('Set up again', { password: 'wrong password' });
    assert.deepEqual([page.status, secretOn(page)], [400, undefined]);
    await page.submit('Set up again', { password: PASSWORD });
    const secret = secretOn(page)!;
    // The phone before counts until a code of the new one has come.
    assert.equal((await signIn({ code: await codeOf(before.secret) })).status, 200);
    await page.submit('Turn it on', { code: '000000' });
    assert.deepEqual([page.status, secretOn(page)], [400, secret]);
    await page.submit('Turn it on', { code: await codeOf(secret) });
    assert.equal(codesOn(page).length, 10);
    server.clock.advance(60_000);
    assert.equal((await signIn({ code: await codeOf(before.secret) })).json.code, 'wrong_code');
    assert.equal((await signIn({ code: before.recoveryCodes[0] })).json.code, 'wrong_code');
    assert.equal((await signIn({ code: await codeOf(secret) })).status, 200);
    await demand(org, 'nobody');
    await (await page.open('/account/second-factor')).submit('Turn it off', { password: PASSWORD });
    assert.equal((await signIn()).status, 200);
  });

  test('who turns it off while it comes to be demanded, keeps it', async () => {
    const { org, visitors, email } = await start();
    const page = await visitors.signedIn(email);
    await page.open('/account/second-factor');
    await page.submit('Turn it on', { password: PASSWORD });
    await page.submit('Turn it on', { code: await codeOf(secretOn(page)!) });
    await page.open('/account/second-factor');
    await whileHeld(
      server,
      (tx) => doDemandSecondFactor(tx, org.organization_id, 'staff'),
      () => page.submit('Turn it off', { password: PASSWORD }),
    );
    assert.deepEqual([page.status, /can’t turn this off/.test(page.text)], [409, true]);
    assert.notEqual((await personOf(org, email)).secondFactorAt, null);
  });

  test('that was taken away from somebody is set up again at the next sign-in', async () => {
    const { org, email } = await start('staff');
    const browser = new SessionBrowser(server.url);
    const before = await setUp(browser, email);
    const other = await start('staff');
    await assert.rejects(endSecondFactor(server.services, other.org.organization_id, email), /has no second factor/);
    assert.equal((await browser.get('/api/session')).status, 200);
    assert.equal((await endSecondFactor(server.services, org.organization_id, email.toUpperCase())).people, 1);
    assert.equal((await browser.get('/api/session')).status, 401);
    await assert.rejects(endSecondFactor(server.services, org.organization_id, email), /has no second factor/);
    const next = await setUp(new SessionBrowser(server.url), email);
    assert.notEqual(next.secret, before.secret);
  });

  test('a sign-in under way when it comes to be demanded sets it up', async () => {
    const { org, signIn } = await start();
    const asked = await whileHeld(
      server,
      (tx) => doDemandSecondFactor(tx, org.organization_id, 'staff'),
      () => signIn(),
    );
    assert.equal(asked.json.code, 'second_factor_needed');
  });

  test('ends the sessions of those who have none, in every process, and tells their browsers', async () => {
    const { config, log, clock } = server.services;
    const { connectionString } = server;
    const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
    try {
      const { org, email } = await start();
      const { browser: owner } = await signedInOwner(server, org);
      const driver = new SessionBrowser(server.url);
      assert.equal((await (await makeDriver(org, '+14155550192')).enter(driver)).status, 200);
      const browser = new SessionBrowser(there.url);
      assert.equal((await browser.signIn(email, PASSWORD)).status, 200);
      const stream = await browser.stream('/api/session/events');
      await until(() => stream.text().includes('watching'), 'the stream');
      const stranger = (await signedInOwner(server)).browser;
      await demand(org, 'staff');
      assert.equal((await browser.get('/api/v1/users/me')).status, 401);
      await stream.ended;
      assert.match(stream.text(), /event: ended/);
      assert.equal((await owner.get('/api/session')).status, 401);
      for (const other of [driver, stranger]) assert.equal((await other.get('/api/session')).status, 200);
      // People with a factor stay signed in when more people need one; weaker requirements end nothing.
      await setUp(browser, email);
      for (const whom of ['everyone', 'staff'] as const) {
        await demand(org, whom);
        assert.equal((await browser.get('/api/session')).status, 200);
      }
      assert.equal((await driver.get('/api/session')).status, 401);
    } finally {
      await there.close();
    }
  });

  test('a driver who comes to be staff is signed out, and sets it up', async () => {
    const { org, email } = await start();
    const { enter } = await makeDriver(org, '+14155550193');
    const driver = new SessionBrowser(server.url);
    await enter(driver);
    const { person } = (await driver.get('/api/session')).json;
    const owner = new ChatClient(org.chat);
    const { members } = (await owner.get('/users')).json;
    const { user_id } = members.find((member: { email: string }) => member.email === email);
    // They have an account of the chat beside it, which is deactivated.
    await database.transaction((tx) =>
      tx.run(sql`
        update chat.users set person_id = ${person.id} where organization_id = ${org.organization_id} and id = ${user_id}`),
    );
    assert.equal((await owner.delete(`/users/${user_id}`)).json.result, 'success');
    await demand(org, 'staff');
    assert.equal((await enter(driver)).status, 200);
    assert.equal((await owner.post(`/users/${user_id}/reactivate`, {})).json.result, 'success');
    assert.equal((await driver.get('/api/session')).status, 401);
    assert.equal((await enter(driver)).json.code, 'second_factor_needed');
  });

  test('invitations lead to it, and so does a new password', async () => {
    const { org, visitors } = await start('staff');
    await visitors.owner.post('/invites', { invitee_emails: 'jo@couriers.example', stream_ids: '[]' });
    const browser = await visitors.browse().open(await visitors.sentLink('jo@couriers.example', 'join'));
    await browser.submit('Join', { name: 'Jo Join', password: PASSWORD });
    assert.deepEqual([browser.title, isSignedIn(browser)], ['Set up a second factor', false]);
    await browser.submit('Turn it on and sign in', { code: await codeOf(secretOn(browser)!) });
    assert.ok(isSignedIn(browser));
    assert.equal((await browser.follow('I’ve saved them')).status, 200);
    const api = new DispatchClient(org.dispatch);
    await api.post('/admins', { name: 'Ada', email: 'ada@couriers.example' });
    const ada = await visitors.browse().open(await visitors.sentLink('ada@couriers.example', 'join'));
    await ada.submit('Join', { password: PASSWORD });
    assert.deepEqual([ada.title, isSignedIn(ada)], ['Set up a second factor', false]);
    // She has gone, and comes back with another password.
    const reset = await visitors.browse().open(await visitors.resetLink('ada@couriers.example'));
    await reset.submit('Save password', { password: NEXT_PASSWORD });
    assert.deepEqual([reset.title, isSignedIn(reset)], ['Sign in', false]);
    await reset.submit('Continue', { emailOrPhone: 'ada@couriers.example', password: NEXT_PASSWORD });
    assert.deepEqual([reset.title, isSignedIn(reset)], ['Set up a second factor', false]);
  });

  test('a link off a dispatcher’s screen leads to it, and is used up by the code', async () => {
    const { org, visitors } = await start('everyone');
    const { api, id } = await makeDriver(org, '+14155550194');
    const linkOf = async () => new URL((await api.post(`/workers/${id}/sign-in-links`, {})).json.url).pathname;
    const phone = await visitors.browse().open(await linkOf());
    await phone.submit('Sign in');
    assert.deepEqual([phone.title, isSignedIn(phone)], ['Set up a second factor', false]);
    const secret = secretOn(phone)!;
    await phone.submit('Turn it on and sign in', { code: '000000' });
    assert.deepEqual([phone.status, secretOn(phone), isSignedIn(phone)], [403, secret, false]);
    await phone.submit('Turn it on and sign in', { code: await codeOf(secret) });
    assert.deepEqual([codesOn(phone).length, isSignedIn(phone)], [10, true]);
    assert.ok(phone.link('I’ve saved them').endsWith('/driver'));
    const other = await makeDriver(org, '+14155550195');
    const { url } = (await api.post(`/workers/${other.id}/sign-in-links`, {})).json;
    const link = new URL(url).pathname.split('/').at(-1);
    const app = new SessionBrowser(server.url);
    const { json: asked } = await app.post('/api/session', { link });
    assert.equal(asked.code, 'second_factor_needed');
    const post = async (code: string) => (await app.post('/api/session', { link, setUp: asked.setUp, code })).json;
    assert.deepEqual([(await post('000000')).code, app.cookie], ['wrong_code', undefined]);
    assert.equal((await post(await codeOf(asked.secret))).recoveryCodes.length, 10);
    assert.equal((await post(await codeOf(asked.secret))).code, 'sign_in_expired');
  });

  test('its codes are guessed a few times only, while it is set up too', async () => {
    await using limited = await startTestServer({ rateLimits: true });
    const org = await limited.organization();
    await limited.services.database.transaction((tx) => doDemandSecondFactor(tx, org.organization_id, 'staff'));
    const browser = new SessionBrowser(limited.url);
    const { challenge, setUp } = (await browser.signIn(org.chat.email, PASSWORD)).json;
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n++)
      statuses.add((await browser.post('/api/session', { challenge, setUp, code: 'none' })).status);
    assert.deepEqual([...statuses].sort(), [401, 429]);
  });
});
