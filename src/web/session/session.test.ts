import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { generate } from 'otplib';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { countStatements } from '../../../tests/harness/statements.ts';
import { startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { loadPerson, loadVerifiedPerson } from '../../platform/people/access.ts';
import { doAllowPasswords } from '../../platform/people/actions.ts';
import type { Person } from '../../platform/people/person.ts';
import { doBeginSecondFactor, doConfirmSecondFactor, doEndSecondFactor } from '../../platform/people/second-factor.ts';

const PASSWORD = 'correct horse battery staple';
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const { services } = server;
const { reader } = services.database;

/** A browser in which the owner of an organization is signed in. */
async function signedIn(
  organization?: CreatedOrganization,
): Promise<{ org: CreatedOrganization; browser: SessionBrowser }> {
  const org = organization ?? (await server.organization());
  const browser = new SessionBrowser(server.url);
  const answer = await browser.signIn(org.chat.email, PASSWORD);
  assert.equal(answer.status, 200, answer.text);
  return { org, browser };
}

async function personOf(org: CreatedOrganization): Promise<Person> {
  return (await loadVerifiedPerson(reader, org.organization_id, org.chat.email))!;
}

describe('signing in', () => {
  test('the owner is one person on both sides, and the cookie opens both APIs', async () => {
    const { org, browser } = await signedIn();
    const { json } = await browser.get('/api/session');
    assert.equal(json.person.email, org.chat.email);
    assert.equal(json.person.emailVerified, true);
    assert.equal(json.organization.id, org.organization_id);
    assert.equal(json.apps.chat.userId, org.chat.user_id);
    assert.equal(json.apps.dispatch.isReadOnly, false);
    assert.equal(json.apps.driver, null);
    const me = await browser.get('/api/v1/users/me');
    assert.equal(me.json.user_id, org.chat.user_id, me.text);
    const managers = [json.apps.dispatch.administratorId];
    const team = await browser.post('/api/v2/teams', { name: 'Riders', workers: [], managers });
    assert.equal(team.status, 200, team.text);
    assert.equal(me.headers.get('cross-origin-resource-policy'), 'same-origin');
  });

  test('the cookie is for this server alone, and not for scripts', async () => {
    const { browser } = await signedIn();
    const [pair = '', ...attributes] = browser.setCookie!.split('; ');
    assert.match(pair, /^hubbub=[A-Za-z0-9]{32}$/);
    assert.deepEqual(attributes, ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${400 * 86_400}`]);
    const shared = new SessionBrowser(server.url);
    const { org } = await signedIn();
    await shared.signIn(org.chat.email, PASSWORD, { shared: true });
    assert.doesNotMatch(shared.setCookie!, /Max-Age|Expires/);
  });

  test('over HTTPS it is bound to the host', async () => {
    await using secure = await startTestServer({ publicUrl: 'https://couriers.example' });
    const org = await secure.organization();
    const browser = new SessionBrowser(secure.url);
    assert.equal((await browser.signIn(org.chat.email, PASSWORD)).status, 200);
    assert.match(browser.setCookie!, /^__Host-hubbub=\w{32}; Path=\/; HttpOnly; SameSite=Lax; Secure; /);
    assert.equal((await browser.get('/api/session')).status, 200);
    browser.cookie = browser.cookie!.replace('__Host-', '');
    assert.equal((await browser.get('/api/session')).status, 401);
  });

  test('a wrong password, an unknown address and the password of somebody else look the same', async () => {
    const { org } = await signedIn();
    const asked = async (email: string, password: string) => {
      const { status, json } = await new SessionBrowser(server.url).signIn(email, password);
      return { status, code: json.code, message: json.message };
    };
    const wrong = await asked(org.chat.email, 'not the password');
    assert.deepEqual(wrong, {
      status: 401,
      code: 'wrong_credentials',
      message: 'The address or the password is wrong.',
    });
    assert.deepEqual(await asked('nobody@couriers.example', PASSWORD), wrong);
    assert.equal(
      (await new SessionBrowser(server.url).post('/api/session', { email: org.chat.email })).json.code,
      'invalid_body',
    );
  });

  test('of several organizations one is chosen; without the password again', async () => {
    const email = 'often@couriers.example';
    const one = await server.organization({ ownerEmail: email });
    const two = await server.organization({ ownerEmail: email });
    const browser = new SessionBrowser(server.url);
    const asked = await browser.signIn(email, PASSWORD);
    assert.deepEqual([asked.status, asked.json.code], [409, 'choose_organization']);
    const ids = asked.json.organizations.map(({ id }: { id: string }) => id).sort();
    assert.deepEqual(ids, [one.organization_id, two.organization_id].sort());
    const { challenge } = asked.json;
    const chosen = await browser.post('/api/session', { challenge, organization: two.organization_id });
    assert.equal(chosen.json.organization.id, two.organization_id, chosen.text);
    const third = await server.organization();
    const other = await browser.post('/api/session', { challenge, organization: third.organization_id });
    assert.equal(other.json.code, 'sign_in_expired');
    const named = await new SessionBrowser(server.url).signIn(email, PASSWORD, { organization: one.organization_id });
    assert.equal(named.json.organization.id, one.organization_id);
    server.clock.advance(11 * 60_000);
    const late = await browser.post('/api/session', { challenge, organization: two.organization_id });
    assert.equal(late.json.code, 'sign_in_expired');
  });

  test('a session is no API key, and an API key no session', async () => {
    const { org, browser } = await signedIn();
    const key = browser.cookie!.split('=')[1]!;
    const chat = new ChatClient({ ...org.chat, api_key: key });
    assert.equal((await chat.get('/users/me')).json.code, 'INVALID_API_KEY');
    const dispatch = new DispatchClient({ ...org.dispatch, api_key: key });
    assert.equal((await dispatch.get('/teams')).status, 401);
    browser.cookie = `hubbub=${org.chat.api_key}`;
    assert.equal((await browser.get('/api/v1/users/me')).status, 401);
    assert.equal((await browser.get('/api/session')).json.code, 'not_signed_in');
  });
});

describe('the second factor', () => {
  async function withSecondFactor() {
    const { org, browser } = await signedIn();
    const person = await personOf(org);
    const names = { issuer: 'Hubbub', label: org.chat.email };
    const { secret, uri } = (await services.database.transaction((tx) =>
      doBeginSecondFactor(tx, services, person, names),
    ))!;
    assert.match(uri, /^otpauth:\/\/totp\//);
    const codeNow = () => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });
    const confirm = async (code: string) =>
      services.database.transaction((tx) => doConfirmSecondFactor(tx, services, person, code));
    assert.equal(await confirm('000'), undefined);
    const recovery = (await confirm(await codeNow()))!;
    assert.equal(new Set(recovery).size, 10);
    server.clock.advance(60_000);
    return { org, browser, person, codeNow, recovery };
  }

  test('a code is asked for after the right password only, and counts once', async () => {
    const { org, codeNow } = await withSecondFactor();
    const browser = new SessionBrowser(server.url);
    assert.equal((await browser.signIn(org.chat.email, 'wrong')).json.code, 'wrong_credentials');
    const asked = await browser.signIn(org.chat.email, PASSWORD);
    assert.equal(asked.json.code, 'code_needed');
    assert.equal(browser.cookie, undefined);
    const code = await codeNow();
    const { challenge } = asked.json;
    assert.equal((await browser.post('/api/session', { challenge, code: '123' })).json.code, 'wrong_code');
    assert.equal((await browser.post('/api/session', { challenge, code })).status, 200);
    assert.equal((await browser.post('/api/session', { challenge, code })).json.code, 'wrong_code');
  });

  test('of two at once with one code, one is let in', async () => {
    const { org, codeNow } = await withSecondFactor();
    const code = await codeNow();
    const results = await Promise.all(
      Array.from({ length: 4 }, () => new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });

  test('a recovery code opens once', async () => {
    const { org, recovery } = await withSecondFactor();
    const code = recovery[3]!.toUpperCase().replaceAll('-', ' ');
    assert.equal((await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })).status, 200);
    assert.equal(
      (await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code })).json.code,
      'wrong_code',
    );
    const other = await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD, { code: recovery[4]! });
    assert.equal(other.status, 200);
  });

  test('a key is not had by the password alone', async () => {
    const { org, person } = await withSecondFactor();
    const client = new ChatClient({ ...org.chat, api_key: '' });
    const ask = () => client.post('/fetch_api_key', { username: org.chat.email, password: PASSWORD });
    const refused = await ask();
    assert.deepEqual([refused.status, refused.json.code], [401, 'PASSWORD_AUTH_DISABLED']);
    await services.database.transaction((tx) => doEndSecondFactor(tx, person));
    assert.equal((await ask()).json.result, 'success');
  });

  test('codes are guessed a few times only', async () => {
    await using limited = await startTestServer({ rateLimits: true });
    const org = await limited.organization();
    const person = (await loadVerifiedPerson(limited.services.database.reader, org.organization_id, org.chat.email))!;
    await limited.services.database.transaction((tx) =>
      tx.run(sql`
        update platform.people set totp_secret = ${limited.services.secrets.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')},
          second_factor_at = now() where id = ${person.id}`),
    );
    const browser = new SessionBrowser(limited.url);
    const { challenge } = (await browser.signIn(org.chat.email, PASSWORD)).json;
    const statuses = new Set<number>();
    for (let n = 0; n < 25; n++) statuses.add((await browser.post('/api/session', { challenge, code: 'none' })).status);
    assert.deepEqual([...statuses].sort(), [401, 429]);
  });
});

describe('what ends sessions', () => {
  test('signing out, here and elsewhere; never those of others', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const { browser: stranger } = await signedIn();
    const { devices } = (await browser.get('/api/session/devices')).json;
    assert.equal(devices.length, 2);
    assert.deepEqual(
      devices.map(({ label }: { label: string }) => label),
      ['Firefox on Linux', 'Firefox on Linux'],
    );
    const other = devices.find(({ current }: { current: boolean }) => !current);
    assert.equal((await stranger.delete(`/api/session/devices/${other.id}`)).status, 404);
    assert.equal((await second.get('/api/session')).status, 200);
    assert.equal((await browser.delete(`/api/session/devices/${other.id}`)).status, 204);
    assert.equal((await second.get('/api/session')).status, 401);
    assert.equal((await second.get('/api/v1/users/me')).status, 401);
    assert.equal((await browser.delete('/api/session')).status, 204);
    assert.equal(browser.cookie, undefined);
    assert.equal((await browser.get('/api/v2/teams')).status, 401);
    assert.equal((await stranger.get('/api/session')).status, 200);
  });

  test('another password ends all but the one that chose it', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const form = new URLSearchParams({ old_password: PASSWORD, new_password: 'another horse, another staple' });
    const changed = await browser.request('PATCH', '/api/v1/settings', form, { 'content-type': undefined });
    assert.equal(changed.json.result, 'success', changed.text);
    assert.equal((await browser.get('/api/session')).status, 200);
    assert.equal((await second.get('/api/session')).status, 401);
    assert.equal((await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD)).status, 401);
  });

  test('another role, deactivation; and who is deactivated does not come back in', async () => {
    const { org } = await signedIn();
    const owner = new ChatClient(org.chat);
    const email = 'mara@couriers.example';
    const { user_id } = (await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD })).json;
    const browser = new SessionBrowser(server.url);
    const enter = () => browser.signIn(email, PASSWORD, { organization: org.organization_id });
    assert.equal((await enter()).status, 200);
    assert.equal((await owner.patch(`/users/${user_id}`, { role: 300 })).json.result, 'success');
    assert.equal((await browser.get('/api/session')).status, 401);
    assert.equal((await enter()).status, 200);
    assert.equal((await browser.get('/api/v2/teams')).status, 403);
    assert.equal((await owner.delete(`/users/${user_id}`)).json.result, 'success');
    assert.equal((await browser.get('/api/v1/users/me')).status, 401);
    assert.equal((await enter()).json.code, 'deactivated');
  });

  test('time: thirty days without use, twelve hours on a shared device', async () => {
    const { org, browser } = await signedIn();
    const shared = new SessionBrowser(server.url);
    await shared.signIn(org.chat.email, PASSWORD, { shared: true });
    server.clock.advance(13 * 3_600_000);
    assert.equal((await shared.get('/api/session')).status, 401);
    assert.equal((await browser.get('/api/session')).status, 200);
    // The use was written down, so the thirty days begin anew.
    const expires = async () => (await browser.get('/api/session/devices')).json.devices[0].expiresAt as number;
    await until(async () => (await expires()) > server.clock.now().getTime() + 29.9 * 86_400_000, 'the use');
    server.clock.advance(29 * 86_400_000);
    assert.equal((await browser.get('/api/session')).status, 200);
    await until(async () => (await expires()) > server.clock.now().getTime() + 29.9 * 86_400_000, 'the use');
    server.clock.advance(31 * 86_400_000);
    assert.equal((await browser.get('/api/session')).status, 401);
    assert.equal(browser.cookie, undefined);
  });

  test('a stream says so to the browser that is out, and to no other', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const [own, theirs] = [await browser.stream('/api/session/events'), await second.stream('/api/session/events')];
    await until(() => own.text().includes('watching') && theirs.text().includes('watching'), 'both streams');
    assert.equal((await browser.delete('/api/session/devices')).status, 204);
    await theirs.ended;
    assert.match(theirs.text(), /event: ended/);
    assert.doesNotMatch(own.text(), /event: ended/);
    own.close();
    assert.equal((await second.stream('/api/session/events')).status, 401);
  });
});

test('two people of one address and one password become one at the sign-in', async () => {
  const org = await server.organization();
  const api = new DispatchClient(org.dispatch);
  const owner = new ChatClient(org.chat);
  const email = 'ada@couriers.example';
  assert.equal(
    (await owner.post('/users', { email, full_name: 'Ada Admin', password: PASSWORD })).json.result,
    'success',
  );
  const made = await api.post('/admins', { name: 'Ada Admin', email });
  const { link } = await activationOf(org, email);
  const page = new SessionBrowser(server.url);
  const confirmed = await page.request('POST', new URL(link).pathname, new URLSearchParams({ password: PASSWORD }), {
    'content-type': undefined,
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  const people = () =>
    reader.all(sql<{ id: string }>`
      select id from platform.people where organization_id = ${org.organization_id} and email_key = ${email}`);
  assert.equal((await people()).length, 2);
  const browser = new SessionBrowser(server.url);
  const { json } = await browser.signIn(email, PASSWORD, { organization: org.organization_id });
  assert.equal(json.apps.dispatch.administratorId, made.json.id);
  assert.ok(json.apps.chat.userId);
  assert.equal((await people()).length, 1);
  // Gone as an administrator, they stay in the chat, and are signed out.
  assert.equal((await api.delete(`/admins/${made.json.id}`)).status, 200);
  assert.equal((await browser.get('/api/session')).status, 401);
  assert.equal((await people()).length, 1);
});

async function activationOf(org: CreatedOrganization, email: string): Promise<{ link: string }> {
  const row = await reader.first(sql<{ body: string }>`
    select body from platform.outbox where organization_id = ${org.organization_id} and recipient = ${email}`);
  return { link: /https?:\/\/\S+/.exec(row!.body)![0] };
}

test('a worker signs in by phone, and is gone with the worker', async () => {
  const org = await server.organization();
  const api = new DispatchClient(org.dispatch);
  const [administrator] = (await api.get('/admins')).json;
  const team = (await api.post('/teams', { name: 'Riders', workers: [], managers: [administrator.id] })).json.id;
  const worker = await api.post('/workers', { name: 'Walt Worker', phone: '+14155550171', teams: [team] });
  const sms = await reader.first(sql<{ body: string }>`
    select body from platform.outbox where organization_id = ${org.organization_id} and channel = 'sms'`);
  const password = /password (\S+)$/.exec(sms!.body)![1]!;
  const browser = new SessionBrowser(server.url);
  const { json } = await browser.post('/api/session', { phone: '(415) 555-0171', password });
  assert.equal(json.apps.driver.workerId, worker.json.id);
  assert.equal((await browser.get('/api/v2/driver/me')).json.worker.id, worker.json.id);
  assert.equal((await browser.get('/api/v2/teams')).status, 403);
  const person = await loadPerson(reader, org.organization_id, json.person.id);
  assert.ok(person?.phoneVerifiedAt);
  assert.equal((await api.delete(`/workers/${worker.json.id}`)).status, 200);
  assert.equal((await browser.get('/api/v2/driver/me')).status, 401);
  assert.equal(await loadPerson(reader, org.organization_id, json.person.id), undefined);
});

test('a session asks the database nothing but what a key asks', async () => {
  const { org, browser } = await signedIn();
  const chat = new ChatClient(org.chat);
  const dispatch = new DispatchClient(org.dispatch);
  for (const [byKey, path] of [
    [() => chat.get('/users/me'), '/api/v1/users/me'],
    [() => dispatch.get('/teams'), '/api/v2/teams'],
  ] as const) {
    await byKey();
    await browser.get(path);
    assert.equal(await countStatements(() => browser.get(path)), await countStatements(byKey), path);
  }
});

describe('a second process', () => {
  test('lets nobody in whose session another one has ended, and tells their browser', async () => {
    const { config, log, clock } = services;
    const { connectionString } = server;
    const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
    try {
      const org = await server.organization();
      const owner = new ChatClient(org.chat);
      const email = 'mara@couriers.example';
      const made = await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD });
      const enter = async () => {
        const browser = new SessionBrowser(there.url);
        const answer = await browser.signIn(email, PASSWORD, { organization: org.organization_id });
        assert.equal(answer.status, 200, answer.text);
        const stream = await browser.stream('/api/session/events');
        await until(() => stream.text().includes('watching'), 'the stream');
        return { browser, stream, id: answer.json.id as string };
      };
      const here = (browser: SessionBrowser) =>
        Object.assign(new SessionBrowser(server.url), { cookie: browser.cookie });
      const endings: [string, (browser: SessionBrowser) => Promise<unknown>][] = [
        ['signing out', (browser) => here(browser).delete('/api/session')],
        ['another role', () => owner.patch(`/users/${made.json.user_id}`, { role: 300 })],
        ['deactivation', () => owner.delete(`/users/${made.json.user_id}`)],
      ];
      for (const [what, end] of endings) {
        const { browser, stream } = await enter();
        assert.equal((await browser.get('/api/v1/users/me')).status, 200, what);
        await end(browser);
        // At once: the other process asks whether it is behind before it answers.
        assert.equal((await browser.get('/api/v1/users/me')).status, 401, what);
        await stream.ended;
        assert.match(stream.text(), /event: ended/, what);
      }
    } finally {
      await there.close();
    }
  });
});

test('as many sign-ins wait as may, more are told to come again, and others are served meanwhile', async () => {
  await using small = await startTestServer({ signInsWaiting: 8 });
  const org = await small.organization();
  const chat = new ChatClient(org.chat);
  const signIns = Promise.all(
    Array.from({ length: 60 }, () => new SessionBrowser(small.url).signIn(org.chat.email, PASSWORD)),
  );
  let isOver = false;
  void signIns.then(() => {
    isOver = true;
  });
  let served = 0;
  while (!isOver) {
    assert.equal((await chat.get('/users/me')).status, 200);
    served++;
  }
  const answers = await signIns;
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0 && served > 0);
  for (const { json, headers } of refused)
    assert.deepEqual([json.code, headers.get('retry-after')], ['unavailable', '1']);
  const entered = answers.filter(({ status }) => status === 200);
  assert.ok(entered.length >= 9);
  assert.equal(entered.length + refused.length, 60);
  assert.equal((await new SessionBrowser(small.url).signIn(org.chat.email, PASSWORD)).status, 200);
});

test('sessions have a budget of their own, one for all APIs', async () => {
  await using limited = await startTestServer({
    rateLimits: true,
    sessionRequestsPerMinute: 4,
    chatRequestsPerMinute: 1,
  });
  const org = await limited.organization();
  const browser = new SessionBrowser(limited.url);
  await browser.signIn(org.chat.email, PASSWORD);
  const paths = ['/api/v1/users/me', '/api/v2/teams', '/api/session', '/api/v1/users/me', '/api/v2/teams'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await browser.get(path)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  // What integrations have is untouched.
  assert.equal((await new ChatClient(org.chat).get('/users/me')).status, 200);
  assert.equal((await new DispatchClient(org.dispatch).get('/teams')).status, 200);
});

test('where an organization takes no passwords, none opens it', async () => {
  const org = await server.organization();
  await services.database.transaction((tx) => doAllowPasswords(tx, org.organization_id, false));
  const { json } = await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD);
  assert.deepEqual([json.code, json.organization], ['other_sign_in', org.organization_id]);
  const client = new ChatClient({ ...org.chat, api_key: '' });
  const key = await client.post('/fetch_api_key', { username: org.chat.email, password: PASSWORD });
  assert.equal(key.json.code, 'PASSWORD_AUTH_DISABLED');
});
