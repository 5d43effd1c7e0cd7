import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { isSessionOperation, type SessionOperation } from './session-operation.ts';

/* Access of callers to the session API. It is compared with the declarations: an operation without a row fails. */

const { operations: declared } = await findDeclarations(['pages']);
const operations = declared.filter(isSessionOperation);

/**
 * By operation: what is sent, and what somebody who is signed in is answered, whichever account they have; where it is for
 * administrators or owners, what those are.
 */
const ROWS: Record<string, { body?: object; signedIn: number }> = {
  'list-people': { signedIn: 200 },
  // Nobody's: the IDs belong to other things.
  'get-person': { signedIn: 404 },
  'end-person-sessions': { signedIn: 404 },
  'send-person-reset': { signedIn: 404 },
  'list-bots': { signedIn: 200 },
  'list-keys': { signedIn: 200 },
  'make-key': { body: { label: 'the shop' }, signedIn: 200 },
  'revoke-key': { signedIn: 404 },
  'get-sign-in-rules': { signedIn: 200 },
  'change-sign-in-rules': { body: { passwords: true }, signedIn: 200 },
  'get-webhook-secret': { signedIn: 200 },
  'show-webhook-secret': { body: { reason: 'a new receiver' }, signedIn: 200 },
  'change-webhook-secret': { body: { step: 'confirm' }, signedIn: 409 },
  'list-sessions': { signedIn: 200 },
  'end-session': { signedIn: 404 },
  'list-outbox': { signedIn: 200 },
  'list-imports': { signedIn: 200 },
  // Nobody waits.
  'invite-imported': { body: { batch: 1 }, signedIn: 200 },
  // The owners have no phone.
  'send-test-message': { body: { channel: 'sms' }, signedIn: 409 },
  'get-server': { signedIn: 200 },
  'set-tile-server': { body: { service: 'openfreemap' }, signedIn: 200 },
  'remove-tile-server': { signedIn: 204 },
  'get-session': { signedIn: 200 },
  'get-page-key': { signedIn: 200 },
  'list-devices': { signedIn: 200 },
  'watch-session': { signedIn: 200 },
  // Somebody else's, or nobody's.
  'end-device': { signedIn: 404 },
  'open-session': { body: {}, signedIn: 400 },
  // An organization already exists.
  'make-first-organization': { body: {}, signedIn: 404 },
  // Without a subscription, and of one that is not theirs.
  'subscribe-browser': { body: {}, signedIn: 400 },
  'unsubscribe-browser': { body: { endpoint: 'https://push.example/nobody' }, signedIn: 204 },
  // The last ones: they end what they are called by, and others.
  'end-devices': { signedIn: 204 },
  'close-session': { signedIn: 204 },
};

/** Callers allowed by each kind of access; the caller from another organization owns that one. */
const MAY: Record<SessionOperation['access'], RegExp> = {
  anyone: /./,
  signedIn: /./,
  administrator: /^(owner|administrator of the chat|somebody of another organization)$/,
  owner: /^(owner|somebody of another organization)$/,
};

let server: TestServer & AsyncDisposable;
/** Somebody of every kind who is signed in, and what looks like it. */
const inside: Record<string, () => Promise<SessionBrowser>> = {};
const outside: Record<string, SessionBrowser> = {};
let devices: string[];

before(async () => {
  server = await startTestServer();
  const { org, browser: owner } = await signedInOwner(server);
  const visitors = new Visitors(server, org);
  const dispatch = new DispatchClient(org.dispatch);
  const { organization_id: organization } = org;
  const enter = async (given: object) => {
    const browser = new SessionBrowser(server.url);
    const answer = await browser.post('/api/session', { organization, password: PASSWORD, ...given });
    assert.equal(answer.status, 200, answer.text);
    return browser;
  };
  const member = await visitors.person('mara');
  const chief = await visitors.person('chad');
  const chiefId = (await visitors.owner.get(`/users/${chief}`)).json.user.user_id;
  await visitors.owner.patch(`/users/${chiefId}`, { role: 200 });
  const gone = await visitors.person('dora');
  const [{ id: manager }] = (await dispatch.get('/admins')).json;
  await dispatch.post('/admins', { name: 'Rita', email: 'rita@couriers.example', isReadOnly: true });
  const teams = [(await dispatch.post('/teams', { name: 'Riders', workers: [], managers: [manager] })).json.id];
  const phone = '+14155550171';
  await dispatch.post('/workers', { name: 'Walt', phone, teams });
  for (const to of ['rita@couriers.example', phone])
    await (await visitors.browse().open(await visitors.sentLink(to, 'join'))).submit('Join', { password: PASSWORD });
  Object.assign(inside, {
    owner: () => enter({ email: org.chat.email }),
    member: () => enter({ email: member }),
    'read-only administrator': () => enter({ email: 'rita@couriers.example' }),
    worker: () => enter({ phone }),
    'administrator of the chat': () => enter({ email: chief }),
    'somebody of another organization': async () => (await signedInOwner(server)).browser,
  });
  const deactivated = await enter({ email: gone });
  const { user_id } = (await visitors.owner.get(`/users/${gone}`)).json.user;
  await visitors.owner.delete(`/users/${user_id}`);
  const ended = await enter({ email: member });
  await Object.assign(new SessionBrowser(server.url), { cookie: ended.cookie }).delete('/api/session');
  const withCookie = (cookie: string) => Object.assign(new SessionBrowser(server.url), { cookie });
  Object.assign(outside, {
    nobody: new SessionBrowser(server.url),
    deactivated,
    'signed out': ended,
    'a key of the chat': withCookie(`hubbub=${org.chat.api_key}`),
    'a key of dispatch': withCookie(`hubbub=${org.dispatch.api_key}`),
    junk: withCookie('hubbub=%00'),
  });
  await inside.owner!();
  devices = (await owner.get('/api/session/devices')).json.devices.map(({ id }: { id: string }) => id);
});
after(() => server[Symbol.asyncDispose]());

async function call(browser: SessionBrowser, operation: SessionOperation, body?: object, headers = {}) {
  const { method, base, path, stream } = operation;
  // One for each of the two that end it.
  const url = `${base}${path.replace(/:\w+/, devices[operation.id === 'end-session' ? 1 : 0]!)}`;
  if (!stream) return browser.request(method, url, body, headers);
  const opened = await fetch(`${server.url}${url}`, { method, headers: browser.headers(headers) });
  const text = opened.status === 200 ? '' : await opened.text();
  await opened.body?.cancel().catch(() => undefined);
  return { status: opened.status, json: text === '' ? undefined : JSON.parse(text), text };
}

test('every operation has its row', () => {
  assert.deepEqual(operations.map(({ id }) => id).sort(), Object.keys(ROWS).sort());
});

test('who is not signed in, or not any more, is told so by all but the sign-in', async () => {
  for (const [who, browser] of Object.entries(outside))
    for (const operation of operations) {
      if (operation.access === 'anyone') continue;
      const { cookie } = browser;
      const { status, json } = await call(browser, operation);
      assert.deepEqual([status, json.code], [401, 'not_signed_in'], `${operation.id} as ${who}`);
      browser.cookie = cookie;
    }
});

test('keys of the APIs open nothing here', async () => {
  for (const operation of operations) {
    if (operation.access === 'anyone') continue;
    const headers = { authorization: `Basic ${Buffer.from('x:y').toString('base64')}` };
    assert.equal((await call(new SessionBrowser(server.url), operation, undefined, headers)).status, 401, operation.id);
  }
});

test('whoever is signed in may call each for themselves, and for nobody else', async () => {
  for (const [who, enter] of Object.entries(inside)) {
    let browser = await enter();
    for (const [id, { body, signedIn }] of Object.entries(ROWS)) {
      const operation = operations.find((each) => each.id === id)!;
      if (browser.cookie === undefined) browser = await enter();
      // The first owner's own device is theirs to end.
      const isOwnDevice = who === 'owner' && (id === 'end-device' || id === 'end-session');
      const { status, text } = await call(browser, operation, body);
      const expected = MAY[operation.access].test(who) ? signedIn : 403;
      assert.equal(status, isOwnDevice ? 204 : expected, `${id} as ${who}: ${text}`);
    }
    assert.equal((await browser.get('/api/session')).status, 401, who);
  }
});

test('no page of somebody else reaches any of them', async () => {
  const browser = await inside.member!();
  for (const operation of operations)
    for (const site of ['cross-site', 'same-site'])
      for (const origin of ['https://elsewhere.example', 'null']) {
        const body = operation.method === 'GET' ? undefined : {};
        const { status, json } = await call(browser, operation, body, { 'sec-fetch-site': site, origin });
        assert.deepEqual([status, json.code], [403, 'not_from_our_pages'], `${operation.id} ${site}`);
      }
  assert.equal((await browser.get('/api/session')).status, 200);
});
