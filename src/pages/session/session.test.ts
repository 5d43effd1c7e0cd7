import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { countStatements } from '../../../tests/harness/statements.ts';
import { PASSWORD } from '../../../tests/harness/visitors.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { sql } from '../../platform/db/sql.ts';
import { loadPerson } from '../../platform/people/access.ts';
import { doAllowPasswords } from '../../platform/people/actions.ts';
import { organizationRoleOf } from './organization-role.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const signedIn = (organization?: CreatedOrganization) => signedInOwner(server, organization);
const { services } = server;
const { reader } = services.database;

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
  // All of one address, which leaves a fourth of the places to others: six wait, one is under way.
  assert.ok(entered.length >= 7);
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
  // Keys of integrations are unchanged.
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

test('an administrator who was deleted meanwhile has no standing, rather than none that can be told', async () => {
  const { org } = await signedIn();
  const [owner] = (await new DispatchClient(org.dispatch).get('/admins')).json;
  const roleOf = (administratorId: string) =>
    organizationRoleOf(services, org.organization_id, {
      ...{ chat: undefined, driver: undefined },
      dispatch: { administratorId, isReadOnly: false },
    });
  assert.deepEqual(await roleOf('A'.repeat(24)), { isOwner: false, isAdministrator: false });
  assert.deepEqual(await roleOf(owner.id), { isOwner: true, isAdministrator: true });
});
