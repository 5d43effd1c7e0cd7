import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { doAddDelegatee } from '../../dispatch/organization/actions.ts';

const PATH = '/api/admin/map/tile-server';
const OPEN = { service: 'openfreemap', host: 'tiles.openfreemap.org', schema: 'openmaptiles' };

let server: TestServer & AsyncDisposable;
let org: CreatedOrganization;
let owner: SessionBrowser;
let visitors: Visitors;
/** Owner of another organization. */
let stranger: Awaited<ReturnType<typeof signedInOwner>>;

before(async () => {
  server = await startTestServer({ web: true });
  ({ org, browser: owner } = await signedInOwner(server));
  visitors = new Visitors(server, org);
  stranger = await signedInOwner(server);
});
after(() => server[Symbol.asyncDispose]());

const put = (body: object, browser = owner) => browser.request('PUT', PATH, body);
const mapOf = async ({ dispatch }: CreatedOrganization) => (await new DispatchClient(dispatch).get('/map')).json;
/** Opens a page. The browser keeps no cookie of it: an app's page has one that is no session. */
const visit = (browser: SessionBrowser, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: browser.headers(headers), redirect: 'manual' });

/** Origins that a page may ask, beside what it loads. */
async function connectsTo(browser: SessionBrowser, path: string): Promise<string> {
  const { headers } = await visit(browser, path);
  return /(?:^|; )connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'no policy';
}

async function enter(given: object): Promise<SessionBrowser> {
  const browser = new SessionBrowser(server.url);
  const answer = await browser.post('/api/session', {
    organization: org.organization_id,
    password: PASSWORD,
    ...given,
  });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

test('an owner turns it on and off; the policy of the console names that host, and no other page does', async () => {
  const dispatcher = new DispatchClient(org.dispatch);
  await dispatcher.post('/admins', { name: 'Rita', email: 'rita@couriers.example' });
  const joining = await visitors.browse().open(await visitors.sentLink('rita@couriers.example', 'join'));
  await joining.submit('Join', { password: PASSWORD });
  const rita = await enter({ email: 'rita@couriers.example' });
  assert.equal(await connectsTo(owner, '/dispatch'), "'self'");
  const plain = await visit(owner, '/dispatch');
  assert.deepEqual([(await mapOf(org)).style, (await mapOf(org)).tileServer], ['outline', null]);

  const { status, json } = await put({ service: 'openfreemap' });
  assert.deepEqual([status, json], [200, { ...OPEN, address: 'https://tiles.openfreemap.org/planet' }]);
  const { style, tileServer, attribution } = await mapOf(org);
  assert.deepEqual([style, tileServer], ['server', json]);
  assert.match(attribution, /OpenStreetMap/);
  const opened = "'self' https://tiles.openfreemap.org";
  for (const path of ['/dispatch', '/dispatch/map', '/dispatch/board?task=x'])
    for (const browser of [owner, rita]) assert.equal(await connectsTo(browser, path), opened, path);
  const { headers, status: answered } = await visit(owner, '/dispatch/map', {
    'if-none-match': plain.headers.get('etag')!,
    'if-modified-since': plain.headers.get('last-modified')!,
  });
  assert.deepEqual([answered, headers.get('cache-control')], [200, 'no-store'], 'a copy would keep another policy');
  // The rest of the policy is as ever.
  assert.equal(
    headers.get('content-security-policy')!.replace(' https://tiles.openfreemap.org', ''),
    plain.headers.get('content-security-policy'),
  );
  for (const path of ['/admin', '/admin/map', '/chat', '/driver', '/gallery', '/welcome', '/account', '/sign-in'])
    assert.equal(await connectsTo(owner, path), "'self'", path);
  assert.equal(await connectsTo(stranger.browser, '/dispatch'), "'self'", 'another organization');
  assert.equal(await connectsTo(new SessionBrowser(server.url), '/dispatch'), "'self'", 'nobody is signed in');
  assert.equal((await mapOf(stranger.org)).tileServer, null);

  assert.equal((await owner.delete(PATH)).status, 204);
  assert.equal((await owner.delete(PATH)).status, 204, 'twice is once');
  assert.equal(await connectsTo(owner, '/dispatch'), "'self'");
  assert.equal((await mapOf(org)).style, 'outline');
});

test('nobody but an owner changes it, and each only for their own organization', async () => {
  const email = await visitors.person('chad');
  const { user_id } = (await visitors.owner.get(`/users/${email}`)).json.user;
  await visitors.owner.patch(`/users/${user_id}`, { role: 200 });
  const administrator = await enter({ email });
  const member = await enter({ email: await visitors.person('mara') });
  const rita = await enter({ email: 'rita@couriers.example' });
  for (const browser of [administrator, member, rita]) {
    assert.equal((await put({ service: 'openfreemap' }, browser)).json.code, 'not_allowed');
    assert.equal((await browser.delete(PATH)).json.code, 'not_allowed');
    assert.equal((await browser.post('/welcome/streets', new URLSearchParams())).status, 403);
  }
  assert.equal((await put({ service: 'openfreemap' }, new SessionBrowser(server.url))).status, 401);
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
  assert.equal((await owner.request('PUT', PATH, { service: 'openfreemap' }, foreign)).status, 403);
  assert.equal((await mapOf(org)).style, 'outline');
  assert.equal((await put({ service: 'openfreemap' }, stranger.browser)).status, 200);
  assert.equal((await mapOf(org)).style, 'outline');
  assert.equal((await mapOf(stranger.org)).style, 'server');
  assert.equal((await stranger.browser.delete(PATH)).status, 204);
});

test('a key is part of the address, and not of the audit log; an address that breaks a rule changes nothing', async () => {
  const secret = 'Key-Of_Ours9';
  for (const [service, host] of [
    ['protomaps', 'api.protomaps.com'],
    ['maptiler', 'api.maptiler.com'],
  ] as const) {
    const { json } = await put({ service, key: secret });
    assert.deepEqual([json.host, new URL(json.address).searchParams.get('key')], [host, secret]);
  }
  const before = await mapOf(org);
  for (const body of [
    {},
    { service: 'other' },
    { service: 'protomaps' },
    { service: 'protomaps', key: '' },
    { service: 'maptiler', key: 'a&b' },
    { service: 'maptiler', key: 'x'.repeat(101) },
    { service: 'own' },
    { service: 'own', address: 7 },
    { service: 'own', address: 'https://*.example/{z}/{x}/{y}' },
    { service: 'own', address: "https://tiles.example;script-src 'unsafe-inline'/{z}/{x}/{y}" },
    { service: 'own', address: 'https://tiles.example%3Bscript-src/{z}/{x}/{y}' },
    { service: 'own', address: 'http://tiles.example/{z}/{x}/{y}' },
    { service: 'own', address: 'https://user@tiles.example/{z}/{x}/{y}' },
    { service: 'own', address: `https://tiles.example/${'x'.repeat(600)}` },
    { service: 'own', address: 'https://tiles.example/x', schema: 'raster' },
    { service: 'own', address: 'https://tiles.example/x', attribution: 'x'.repeat(201) },
  ]) {
    const { status, json } = await put(body);
    assert.deepEqual([status, json.code], [400, 'invalid_body'], JSON.stringify(body));
  }
  assert.deepEqual(await mapOf(org), before);
  const own = { service: 'own', address: 'https://Tiles.Example:8443/{z}/{x}/{y}.mvt', attribution: ' Us ' };
  assert.equal((await put(own)).json.host, 'tiles.example:8443');
  assert.equal(await connectsTo(owner, '/dispatch'), "'self' https://tiles.example:8443");
  assert.equal((await mapOf(org)).attribution, 'Us');
  // Where it is reached on this computer, as it is where it is tried.
  assert.equal((await put({ service: 'own', address: 'http://127.0.0.1:9/{z}/{x}/{y}' })).status, 200);
  assert.equal((await put({ service: 'own', address: 'http://127.0.0.1:9/{z}/{x}/{y}' })).status, 200);
  await owner.delete(PATH);
  const { status, json } = await owner.get('/api/v2/organization/audit-log?action=organization.tile_server_set');
  assert.equal(status, 200);
  assert.ok(!JSON.stringify(json).includes(secret));
  assert.ok(JSON.stringify(json).includes('api.maptiler.com'));
});

test('two at once leave one of both', async () => {
  const own = { service: 'own', address: 'https://tiles.example/x' };
  const answers = await Promise.all([put(own), put({ service: 'openfreemap' }), put(own), owner.delete(PATH)]);
  for (const { status } of answers) assert.ok(status === 200 || status === 204);
  await put(own);
  assert.equal((await mapOf(org)).tileServer.host, 'tiles.example');
  await owner.delete(PATH);
});

test('the first steps offer it to an owner in one click, until there are streets', async () => {
  const browser = await visitors.signedIn();
  await browser.open('/welcome');
  assert.match(browser.text, /learns that area, the viewer’s IP address and this site’s address/);
  await browser.submit('Show streets from OpenFreeMap', {});
  assert.equal((await mapOf(org)).tileServer.service, 'openfreemap');
  await browser.open('/welcome');
  assert.doesNotMatch(browser.text, /OpenFreeMap/);
  await owner.delete(PATH);
});

test('a tracking page offers the map of the organization that its recipient knows, and names its host', async () => {
  const fleet = await startFleet(server);
  const browser = await ownerOf(fleet.chat.email, fleet.organization);
  const dora = await fleet.worker([-122.41, 37.78]);
  const task = async (more: object = {}) =>
    fleet.task({
      container: { type: 'WORKER', worker: dora.id },
      destination: destinationAt(-122.40123, 37.78456),
      ...more,
    });
  const path = new URL((await task()).trackingURL).pathname;
  const nobody = new SessionBrowser(server.url);
  assert.doesNotMatch((await nobody.get(path)).text, /data-map=/);
  assert.equal((await put({ service: 'protomaps', key: 'abc' }, browser)).status, 200);
  const { text } = await nobody.get(path);
  assert.match(text, /The map comes from api\.protomaps\.com/);
  assert.match(text, /&quot;destination&quot;:\[-122\.401,37\.785\]/, 'to 100 m');
  assert.doesNotMatch(text, /-122\.40123|37\.78456|-122\.41\d{3}/);
  assert.equal(await connectsTo(nobody, path), "'self' https://api.protomaps.com");
  // The policy is open for nothing but the map's tiles.
  const policy = (await nobody.get(path)).headers.get('content-security-policy')!;
  assert.match(policy, /script-src 'self'; style-src 'sha256-[^']+'; img-src 'self' data: blob:;/);
  assert.equal(await connectsTo(nobody, '/t/0123456789abcdef0123456789abcdef'), "'self'");

  // Another organization orders from this one: its recipients do not know this one.
  const shop = await server.organization();
  await server.services.database.transaction((tx) => doAddDelegatee(tx, fleet.organization), {
    organizationId: shop.organization_id,
  });
  const ordered = await new DispatchClient(shop.dispatch).post('/tasks', {
    destination: destinationAt(),
    executor: fleet.organization,
  });
  assert.equal(ordered.status, 200, ordered.text);
  const shopPath = new URL(ordered.json.trackingURL).pathname;
  const shown = await nobody.get(shopPath);
  assert.equal(shown.status, 200);
  assert.doesNotMatch(shown.text, /data-map=/);
  assert.equal(await connectsTo(nobody, shopPath), "'self'");
  await browser.delete(PATH);
  assert.equal(await connectsTo(nobody, path), "'self'");
});

async function ownerOf(email: string, organization: string): Promise<SessionBrowser> {
  const browser = new SessionBrowser(server.url);
  const answer = await browser.signIn(email, PASSWORD, { organization });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}
