import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient, type ChatParams, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { QueueReader } from '../../../tests/harness/events.ts';
import { destinationAt } from '../../../tests/harness/fleet.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { LiveReader } from '../../../tests/harness/live.ts';
import { knowLocalhosts } from '../../../tests/harness/localhost.ts';
import { png } from '../../../tests/harness/pictures.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser } from '../../../tests/harness/session-browser.ts';
import { countStatements } from '../../../tests/harness/statements.ts';
import { startServer } from '../../app.ts';
import { setAddressing } from '../../cli/address-commands.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { createWorkerForCli } from '../../dispatch/workers/create-for-cli.ts';
import { sql } from '../../platform/db/sql.ts';

const PASSWORD = 'correct horse battery staple';
/** Somebody has accounts in both organizations, with one password. */
const EMAIL = 'olive@couriers.example';
const PHONE = '+14155550142';

knowLocalhosts();

let server: TestServer & AsyncDisposable;
let acme: CreatedOrganization;
let bolt: CreatedOrganization;
/** Address of the server itself, which belongs to no organization. */
let bare: string;
let nobody: string;

const at = (host: string, url = server.url) => url.replace(/\/\/[^:]+/, `//${host}`);
const of = ({ chat }: CreatedOrganization) => chat.site;

/** Asks the chat API as a browser does that nobody has signed in with. */
function ask(site: string, method: string, path: string, params?: ChatParams): Promise<Answer> {
  const client = new ChatClient({ site, email: '', api_key: '' });
  client.isNobody = true;
  return client.request(method, path, params);
}

function ok(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

async function signedIn(org: CreatedOrganization): Promise<SessionBrowser> {
  const browser = new SessionBrowser(of(org));
  assert.equal(ok(await browser.signIn(EMAIL, PASSWORD)).organization.id, org.organization_id);
  return browser;
}

/** The same browser's cookie, shown at another host. */
const moved = ({ cookie }: SessionBrowser, site: string) => Object.assign(new SessionBrowser(site), { cookie });

const mails = (org: CreatedOrganization) =>
  server.services.database.reader.all(
    sql<{ body: string }>`
      select body from platform.outbox
      where organization_id = ${org.organization_id} and channel = 'email' order by created_at desc`,
  );

before(async () => {
  server = await startTestServer({ organizationAddresses: true });
  const owner = { ownerEmail: EMAIL, ownerName: 'Olive Owner' };
  acme = await server.organization({ name: 'Acme Couriers', ...owner });
  bolt = await server.organization({ name: 'Bolt & Söhne', ...owner });
  bare = at('localhost');
  nobody = at('nobody.localhost');
});
after(() => server[Symbol.asyncDispose]());

describe('addresses', () => {
  test('are made of names, and are what an organization is told', () => {
    assert.deepEqual([acme.address, bolt.address], ['acme-couriers', 'bolt-sohne']);
    assert.equal(acme.chat.site, at('acme-couriers.localhost'));
    assert.equal(acme.dispatch.url, acme.chat.site);
  });

  test('a key names its organization at every host', async () => {
    for (const site of [of(acme), of(bolt), bare, nobody, server.url]) {
      const me = ok(await new ChatClient({ ...acme.chat, site }).get('/users/me'));
      assert.equal(me.user_id, acme.chat.user_id, site);
      const { json } = await new DispatchClient({ ...acme.dispatch, url: site }).get('/organization');
      assert.equal(json.id, acme.organization_id, site);
    }
  });

  test('server_settings speaks for the host, and for the server where that stands for several', async () => {
    for (const org of [acme, bolt]) {
      const { realm_name, realm_url, realm_uri, realm_icon } = ok(await ask(of(org), 'GET', '/server_settings'));
      assert.equal(realm_name, org === acme ? 'Acme Couriers' : 'Bolt & Söhne');
      assert.deepEqual([realm_url, realm_uri], [of(org), of(org)]);
      assert.ok(realm_icon.startsWith(`${of(org)}/`), realm_icon);
    }
    const server = ok(await ask(bare, 'GET', '/server_settings'));
    assert.deepEqual([server.realm_name, server.realm_url], ['Hubbub', bare]);
  });

  test('what clients and receivers are told follows them', async () => {
    const register = ok(await new ChatClient(acme.chat).post('/register', { event_types: ['realm'] }));
    assert.deepEqual([register.realm_url, register.realm_uri], [of(acme), of(acme)]);
    const { invite_link } = ok(await new ChatClient(acme.chat).post('/invites/multiuse', {}));
    assert.ok(invite_link.startsWith(`${of(acme)}/join/`), invite_link);
    const task = ok(await new DispatchClient(bolt.dispatch).post('/tasks', { destination: destinationAt() }));
    assert.ok(task.trackingURL.startsWith(`${of(bolt)}/t/`), task.trackingURL);
  });

  test('make dummy addresses of people, as the server’s does; nobody gets one of them as their own', async () => {
    const client = new ChatClient(acme.chat);
    const { user_id: id } = acme.chat;
    const dummy = (host: string) => `user${id}@${host}`;
    for (const host of ['acme-couriers.localhost', 'localhost'])
      assert.equal(ok(await client.get(`/users/${dummy(host)}`)).user.user_id, id, host);
    assert.equal((await client.get(`/users/${dummy('bolt-sohne.localhost')}`)).json.msg, 'No such user');
    const sent = { type: 'direct', to: [dummy('acme-couriers.localhost')], content: 'to myself' };
    const message = ok(await client.post('/messages', sent)).id;
    for (const operator of ['dm', 'sender']) {
      const narrow = [[operator, dummy('acme-couriers.localhost')]];
      const { messages } = ok(await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }));
      assert.equal(messages[0].id, message, operator);
    }
    const named = { subscriptions: [{ name: 'by address' }], principals: [dummy('acme-couriers.localhost')] };
    const { subscribed } = ok(await client.post('/users/me/subscriptions', named));
    assert.deepEqual(subscribed, { [id]: ['by address'] });
    const unnamed = { subscriptions: ['by address'], principals: named.principals };
    assert.deepEqual(ok(await client.delete('/users/me/subscriptions', unnamed)).removed, ['by address']);
    const foreign = { ...named, principals: [dummy('bolt-sohne.localhost')] };
    assert.equal((await client.post('/users/me/subscriptions', foreign)).json.msg, 'No such user');
    const email = dummy('bolt-sohne.localhost');
    const made = await client.post('/users', { email, password: PASSWORD, full_name: 'Dora Double' });
    assert.equal(made.json.msg, 'Enter a valid email address.');
  });

  test('nobody’s are answered so, in each form', async () => {
    const chat = await ask(nobody, 'GET', '/server_settings');
    assert.deepEqual([chat.status, chat.json.code], [404, 'NONEXISTENT_SUBDOMAIN']);
    const dispatch = await new DispatchClient({ url: nobody, token: '' }).post('/driver/sign-in', {
      phone: PHONE,
      password: PASSWORD,
    });
    assert.deepEqual([dispatch.status, dispatch.json.message.error], [404, 1400]);
    const session = await new SessionBrowser(nobody).signIn(EMAIL, PASSWORD);
    assert.deepEqual([session.status, session.json.code], [404, 'no_organization']);
    for (const host of ['nobody.localhost', 'a.acme-couriers.localhost', 'elsewhere.test.localhost']) {
      const page = await new FormBrowser(at(host)).open('/sign-in');
      assert.equal(page.status, 404, host);
      assert.match(page.text, /No organization uses this address/);
    }
    assert.equal((await fetch(`${nobody}/healthz`)).status, 200);
  });
});

describe('signing in', () => {
  test('is to the organization of the host, whatever else the request says', async () => {
    const browser = await signedIn(bolt);
    const [acmeId, boltId] = [acme.organization_id, bolt.organization_id];
    assert.equal(ok(await browser.get('/api/session')).organization.id, boltId);
    const other = new SessionBrowser(of(bolt));
    assert.equal(ok(await other.signIn(EMAIL, PASSWORD, { organization: acmeId })).organization.id, boltId);
    const form = await new FormBrowser(of(acme)).open('/sign-in');
    await form.submit('Continue', { emailOrPhone: EMAIL, password: PASSWORD });
    assert.match((await form.open('/account')).html, /class="brand"[^>]*>Acme Couriers/);
  });

  test('people of another organization are strangers', async () => {
    const owner = new ChatClient(acme.chat);
    const email = 'mara@couriers.example';
    ok(await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD }));
    const key = (site: string) => ask(site, 'POST', '/fetch_api_key', { username: email, password: PASSWORD });
    assert.equal(ok(await key(of(acme))).email, email);
    assert.deepEqual([(await key(of(bolt))).status, (await key(of(bolt))).json.code], [401, 'AUTHENTICATION_FAILED']);
    assert.equal((await key(bare)).json.code, 'NONEXISTENT_SUBDOMAIN');
    assert.equal((await new SessionBrowser(of(bolt)).signIn(email, PASSWORD)).json.code, 'wrong_credentials');
    assert.equal((await new SessionBrowser(bare).signIn(email, PASSWORD)).json.code, 'no_organization');
  });

  test('a worker’s is too', async () => {
    const api = new DispatchClient(acme.dispatch);
    const [administrator] = ok(await api.get('/admins'));
    ok(await api.post('/teams', { name: 'North', workers: [], managers: [administrator.id] }));
    const { organization_id: organizationId } = acme;
    const given = { organizationId, team: 'North', name: 'Dora Driver', phone: PHONE };
    const { password } = await createWorkerForCli(server.services, given);
    const enter = (url: string) =>
      new DispatchClient({ url, token: '' }).post('/driver/sign-in', { phone: PHONE, password });
    assert.equal((await enter(of(bolt))).status, 401);
    assert.equal((await enter(bare)).status, 404);
    const { organizationId: entered } = ok(await enter(of(acme)));
    assert.equal(entered, organizationId);
    const [sms] = await server.services.database.reader.all(
      sql<{
        body: string;
      }>`select body from platform.outbox where channel = 'sms' and organization_id = ${organizationId}`,
    );
    assert.ok(sms!.body.includes(`${of(acme)}/join/`), sms!.body);
  });

  test('an answer that is kept for a repeated sign-in is not given at another host', async () => {
    const body = { phone: '+14155550143', password: PASSWORD };
    const enter = (url: string) =>
      new DispatchClient({ url, token: '' }).request('POST', '/driver/sign-in', body, { 'idempotency-key': 'once' });
    const api = new DispatchClient(acme.dispatch);
    const [team] = ok(await api.get('/teams'));
    ok(await api.post('/workers', { name: 'Rex', phone: body.phone, teams: [team.id], vehicle: null }));
    for (const site of [of(bolt), of(acme)]) assert.equal((await enter(site)).status, 401, site);
  });
});

describe('a session', () => {
  test('is worth nothing at the host of another organization, nor at the server’s own', async () => {
    const browser = await signedIn(acme);
    for (const site of [of(bolt), bare, nobody]) {
      const elsewhere = moved(browser, site);
      assert.equal((await elsewhere.get('/api/v1/users/me')).status, 401, site);
      assert.equal((await elsewhere.get('/api/v2/teams')).status, 401, site);
      assert.equal((await moved(browser, site).get('/api/session')).status, 401, site);
    }
    assert.equal(ok(await browser.get('/api/v1/users/me')).user_id, acme.chat.user_id);
    assert.match(browser.setCookie!, /^hubbub=/);
    assert.doesNotMatch(browser.setCookie!, /domain/i);
  });

  test('a page of a sibling, or of the server, is not one of its own', async () => {
    const browser = await signedIn(acme);
    const params = new URLSearchParams({ status_text: 'forged' });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const origin of [of(bolt), bare, nobody, 'null', 'https://elsewhere.test']) {
      for (const site of [undefined, 'same-site'] as const) {
        const headers = { ...form, origin, 'sec-fetch-site': site };
        const answer = await browser.post('/api/v1/users/me/status', params, headers);
        assert.equal(answer.json.code, 'CSRF_FAILED', `${origin} ${site}`);
        assert.equal(
          (await browser.post('/api/v2/teams', { name: 'X' }, { origin, 'sec-fetch-site': site })).status,
          403,
        );
        assert.equal((await browser.post('/sign-in', params, headers)).status, 403);
      }
    }
    const own = { ...form, origin: of(acme), 'sec-fetch-site': undefined };
    assert.equal((await browser.post('/api/v1/users/me/status', params, own)).status, 200);
  });

  test('costs no statement for its host in the steady state', async () => {
    const browser = await signedIn(acme);
    const ask = () => browser.get('/api/v1/users/me');
    ok(await ask());
    const withAddresses = await countStatements(ask);
    const client = new ChatClient(acme.chat);
    assert.equal(withAddresses, await countStatements(() => client.get('/users/me')));
  });
});

describe('links', () => {
  test('of an invitation open at their own host alone', async () => {
    const { invite_link } = ok(await new ChatClient(acme.chat).post('/invites/multiuse', {}));
    const { pathname } = new URL(invite_link);
    assert.equal((await new FormBrowser(of(bolt)).open(pathname)).status, 404);
    const foreign = new URLSearchParams({ name: 'Eve', email: 'eve@couriers.example', password: PASSWORD });
    const forged = await new SessionBrowser(of(bolt)).post(pathname, foreign, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(forged.status, 404);
    // Where it led before organizations had addresses.
    assert.equal((await new FormBrowser(bare).open(pathname)).status, 200);
    const browser = await new FormBrowser(of(acme)).open(pathname);
    await browser.submit('Join', { name: 'Jo Join', email: 'jo@couriers.example', password: PASSWORD });
    assert.equal(browser.title, 'Your account');
    assert.ok((await browser.follow('Connect a chat client')).text.includes(of(acme)));
  });

  test('for a forgotten password are mailed by the organization of the host, and open there', async () => {
    const before = (await mails(acme)).length;
    await (await new FormBrowser(of(bolt)).open('/reset')).submit('Send link', { email: EMAIL });
    await until(async () => (await mails(bolt)).length > 0, 'the mail');
    assert.equal((await mails(acme)).length, before);
    const [mail] = await mails(bolt);
    const link = /https?:\S+\/reset\/\S+/.exec(mail!.body)![0];
    assert.ok(link.startsWith(of(bolt)), link);
    assert.equal((await new FormBrowser(of(acme)).open(new URL(link).pathname)).status, 404);
    assert.equal((await new FormBrowser(of(bolt)).open(link)).status, 200);
  });

  test('to follow a delivery, and pictures, are not there at another organization’s', async () => {
    const task = ok(await new DispatchClient(acme.dispatch).post('/tasks', { destination: destinationAt() }));
    const { pathname } = new URL(task.trackingURL);
    assert.equal((await new FormBrowser(of(bolt)).open(pathname)).status, 404);
    assert.equal((await new FormBrowser(of(acme)).open(pathname)).status, 200);
    const tracked = (site: string) => fetch(`${site}/api/v2/tracking/${pathname.split('/').at(-1)}`);
    assert.deepEqual([(await tracked(of(bolt))).status, (await tracked(of(acme))).status], [404, 200]);
    const { realm_icon } = ok(await ask(of(acme), 'GET', '/server_settings'));
    const icon = (site: string) => fetch(site + new URL(realm_icon).pathname);
    assert.deepEqual([(await icon(of(bolt))).status, (await icon(of(acme))).status], [404, 200]);
  });
});

test('reading without an account is of the host’s organization alone', async () => {
  const owner = new ChatClient(acme.chat);
  ok(await owner.patch('/realm', { enable_spectator_access: true }));
  const { id } = ok(await owner.post('/channels/create', { name: 'news', subscribers: [], is_web_public: true }));
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await png(4, 4))]), 'gate.png');
  const credentials = Buffer.from(`${acme.chat.email}:${acme.chat.api_key}`).toString('base64');
  const uploaded = await fetch(`${of(acme)}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Basic ${credentials}` },
  });
  const { url } = (await uploaded.json()) as { url: string };
  ok(await owner.post('/messages', { type: 'channel', to: id, topic: 'gates', content: `[gate](${url})` }));
  const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['channels', 'web-public']] };
  const read = (site: string) => ask(site, 'GET', '/messages', range);
  assert.equal(ok(await read(of(acme))).messages.length, 1);
  assert.equal((await read(of(bolt))).status, 401);
  assert.deepEqual([(await read(bare)).status, (await read(nobody)).status], [404, 404]);
  const file = async (site: string) => (await fetch(site + url)).status;
  assert.deepEqual([await file(of(acme)), await file(of(bolt))], [200, 401]);
  const { json } = await owner.get(url.replace('/api/v1', ''));
  const temporary = async (site: string) => (await fetch(site + json.url)).status;
  assert.deepEqual([await temporary(of(acme)), await temporary(of(bolt))], [200, 404]);
});

describe('the server’s own host', () => {
  for (const [language, title, button] of [
    ['en', 'Which organization?', 'Continue'],
    ['de', 'Welche Organisation?', 'Weiter'],
  ] as const) {
    test(`asks which of several is meant (${language})`, async () => {
      const browser = await new FormBrowser(bare, language).open('/account');
      assert.equal(browser.title, title);
      for (const wrong of ['nobody', 'Bolt & Söhne', '', 'elsewhere.test']) {
        await browser.submit(button, { organization: wrong });
        assert.deepEqual([browser.status, browser.title], [404, title], wrong);
      }
      assert.ok(!browser.html.includes('Acme Couriers'));
      for (const named of ['acme-couriers', ` ${of(acme).toUpperCase()}/login `]) {
        const found = await new FormBrowser(bare, language).open('/organization?to=%2Faccount');
        await found.submit(button, { organization: named });
        const link = found.link('Acme Couriers');
        assert.ok(link.startsWith(`${of(acme)}/`), link);
        assert.equal((await new FormBrowser(of(acme)).open(link)).title, 'Sign in');
      }
    });
  }

  test('is the only organization’s while there is one, and asks nothing', async () => {
    await using alone = await startTestServer({ organizationAddresses: true });
    const first = await new FormBrowser(at('localhost', alone.url)).open('/');
    assert.equal(first.title, 'Set up this server');
    const org = await alone.organization({ name: 'Acme Couriers', ownerEmail: EMAIL });
    const site = at('localhost', alone.url);
    const browser = new SessionBrowser(site);
    ok(await browser.signIn(EMAIL, PASSWORD));
    assert.equal(ok(await browser.get('/api/v1/users/me')).user_id, org.chat.user_id);
    assert.equal(ok(await ask(site, 'GET', '/server_settings')).realm_name, 'Acme Couriers');
    await alone.organization();
    assert.equal((await browser.get('/api/v1/users/me')).status, 401);
  });
});

describe('a domain of its own, and another address', () => {
  test('count at once, in every process, and end what was there before', async () => {
    const { services, connectionString } = server;
    const { config, log, clock } = services;
    const publicUrl = bare;
    const there = await startServer({ config: { ...config, port: 0, publicUrl }, log, clock, connectionString });
    try {
      const inOther = (host: string) => at(host, there.url);
      const settings = async (site: string) => (await ask(site, 'GET', '/server_settings')).json;
      const { organization_id: id } = bolt;
      const queue = await QueueReader.register(new ChatClient({ ...bolt.chat, site: there.url }));
      await settings(inOther('bolt-sohne.localhost'));
      const { url } = await setAddressing(services, id, { domain: 'chat.bolt.test' });
      assert.equal(url, at('chat.bolt.test'));
      await setAddressing(services, id, { address: 'bolt' });
      assert.equal((await settings(inOther('bolt-sohne.localhost'))).code, 'NONEXISTENT_SUBDOMAIN');
      for (const host of ['bolt.localhost', 'chat.bolt.test'])
        assert.equal((await settings(inOther(host))).realm_url, at('chat.bolt.test'));
      const { json } = await new DispatchClient({ ...bolt.dispatch, url: there.url }).get('/tasks/all?from=0');
      assert.ok(json.tasks[0].trackingURL.startsWith(at('chat.bolt.test')), json.tasks[0].trackingURL);
      // The other process asks for the queue's row when it notes that it was read.
      server.clock.advance(61_000);
      await assert.rejects(queue.poll(), /BAD_EVENT_QUEUE_ID/);
      const inDomain = new SessionBrowser(inOther('chat.bolt.test'));
      ok(await inDomain.signIn(EMAIL, PASSWORD));
      ok(await inDomain.get('/api/v1/users/me'));
      await setAddressing(services, id, { domain: null });
      assert.equal((await settings(inOther('bolt.localhost'))).realm_url, at('bolt.localhost'));
      assert.equal((await settings(inOther('chat.bolt.test'))).code, 'NONEXISTENT_SUBDOMAIN');
      assert.equal((await inDomain.get('/api/v1/users/me')).status, 401);
      const session = new SessionBrowser(inOther('bolt.localhost'));
      ok(await session.signIn(EMAIL, PASSWORD));
      await setAddressing(services, id, { address: 'bolt-sohne' });
      assert.equal((await session.get('/api/v1/users/me')).status, 401);
    } finally {
      await there.close();
    }
  });

  test('end live views, which begin anew with the new one, also of who was away meanwhile', async () => {
    const { services } = server;
    const org = await server.organization({ name: 'Dash', ownerEmail: EMAIL });
    const api = new DispatchClient(org.dispatch);
    const { id } = ok(await api.post('/tasks', { destination: destinationAt() }));
    const browser = await signedIn(org);
    const headers = { cookie: browser.cookie!, 'sec-fetch-site': 'same-origin' };
    const page = await LiveReader.open({ url: of(org), authorization: undefined as never }, { headers });
    const watching = await LiveReader.open(api);
    const away = await LiveReader.open(api);
    await away.close();
    await setAddressing(services, org.organization_id, { address: 'dart' });
    for (const reader of [watching, away]) {
      await reader.ended;
      await reader.connect();
      await reader.ready();
      const { trackingURL } = reader.state.tasks.get(id)!;
      assert.ok(trackingURL.startsWith(`${at('dart.localhost')}/`), trackingURL);
      await reader.close();
    }
    await page.ended;
    assert.equal((await browser.get('/api/v2/live')).status, 401);
  });
});
