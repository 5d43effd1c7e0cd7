import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ChatClient, DispatchClient } from '../../tests/harness/clients.ts';
import { RawConnection } from '../../tests/harness/raw.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { SessionBrowser } from '../../tests/harness/session-browser.ts';
import { PASSWORD } from '../../tests/harness/visitors.ts';
import { signLink } from './files/signed-links.ts';
import { readNetworks } from './http/client-address.ts';
import { leavesFolder } from './log-refused-request.ts';

const server = await startTestServer({
  trustedProxies: readNetworks('127.0.0.1'),
  smsProvider: 'twilio',
  ...{ smsAccount: 'AC1', smsSecret: 'token', smsFrom: '+14155550100' },
});
after(() => server[Symbol.asyncDispose]());
const org = await server.organization();
const owner = new ChatClient(org.chat);
const email = 'mara@couriers.example';
const { user_id: userId } = (await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD })).json;
const administrator = (await new DispatchClient(org.dispatch).get('/admins')).json[0];

let addresses = 0;

/** Returns the security log's refusals caused by a request from an address of its own. */
async function refusalsOf(cause: (from: { 'x-forwarded-for': string }) => Promise<unknown>) {
  const address = `203.0.113.${++addresses}`;
  await cause({ 'x-forwarded-for': address });
  return server.security.filter((event) => event.event === 'request_refused' && event.address === address);
}

/** The same without what each has of its own. */
async function shapesOf(cause: (from: { 'x-forwarded-for': string }) => Promise<unknown>): Promise<object[]> {
  return (await refusalsOf(cause)).map((event) => {
    const { address: _address, request, ...shape } = event as typeof event & { address: string; request: string };
    assert.match(request, /^[0-9a-f-]{36}$/);
    return shape;
  });
}

const basic = (name: string, password = '') => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const event = 'request_refused';
const organization = org.organization_id;

describe('the security log has', () => {
  test('a right that somebody lacks, in each API and on the pages: who, what, from where', async () => {
    const key = (await owner.post('/fetch_api_key', { username: email, password: PASSWORD })).json.api_key;
    const member = { ...basic(email, key), 'content-type': 'application/x-www-form-urlencoded' };
    const browser = new SessionBrowser(server.url);
    const session = (await browser.signIn(email, PASSWORD)).json;
    const own = { event, reason: 'no right', organization };
    const ofKey = { ...own, api: 'chat', kind: 'chat', subject: String(userId) };
    const ofSession = { ...own, kind: 'session', key: session.id };
    const cases: [path: string, options: RequestInit, line: object][] = [
      [
        '/api/v1/realm',
        { method: 'PATCH', headers: member, body: 'name=Mine' },
        { ...ofKey, operation: 'update-realm' },
      ],
      [
        '/api/v1/invites/multiuse',
        { method: 'POST', headers: member, body: 'invite_as=100' },
        { ...ofKey, operation: 'create-invitation-link' },
      ],
      [
        '/api/v2/organization/audit-log',
        { headers: basic(org.dispatch.api_key) },
        { ...own, api: 'dispatch', operation: 'get-audit-log', kind: 'dispatch', subject: null },
      ],
      [
        '/api/v2/teams',
        { headers: browser.headers() },
        { ...ofSession, api: 'dispatch', operation: 'list-teams', subject: session.person.id },
      ],
      [
        '/api/admin/people',
        { headers: browser.headers() },
        { ...ofSession, api: 'session', operation: 'list-people', subject: session.person.id },
      ],
      [
        '/welcome/people',
        { headers: browser.headers() },
        { ...ofSession, api: 'page', operation: 'invite-people', subject: session.person.id },
      ],
    ];
    for (const [path, options, line] of cases) {
      let status = 0;
      const [received, ...more] = await shapesOf(async (from) => {
        const headers = { ...(options.headers as Record<string, string>), ...from };
        ({ status } = await fetch(`${server.url}${path}`, { ...options, headers }));
      });
      assert.ok(status === 400 || status === 403, `${path} ${status}`);
      assert.deepEqual([received && { ...received, key: '' }, more], [{ ...line, key: '' }, []], path);
    }
  });

  test('a request by the browser’s cookie that no page of ours made', async () => {
    const browser = new SessionBrowser(server.url);
    await browser.signIn(email, PASSWORD);
    for (const [path, api, operation] of [
      ['/api/v1/messages', 'chat', 'send-message'],
      ['/api/v2/teams', 'dispatch', 'create-team'],
      ['/api/session', 'session', 'open-session'],
      ['/sign-out', 'page', 'sign-out'],
    ] as const) {
      const received = await shapesOf((from) =>
        browser.post(path, undefined, { ...from, 'sec-fetch-site': 'cross-site', 'content-type': undefined }),
      );
      assert.deepEqual(received, [{ event, reason: 'foreign page', api, operation }], path);
    }
  });

  test('signatures that are not ours or the provider’s; not links that are too old', async () => {
    const get = (path: string) => (from: { 'x-forwarded-for': string }) => fetch(server.url + path, { headers: from });
    const forged = '9999999999.c2lnbmF0dXJlLXRoYXQtaXMtbm90LW91cnM';
    for (const path of [
      `/user_uploads/temporary/${forged}/1/ab/${'x'.repeat(24)}/a.png`,
      `/exports/temporary/${forged}/${organization}/1/export.tar.gz`,
      `/proof/${forged}/${organization}/1/file`,
    ]) {
      const received = await shapesOf(get(path));
      assert.deepEqual(received, [{ event, reason: 'bad signature' }], path);
    }
    const old = signLink(server.services, 'temporary upload address', '1/ab/x/a.png', -10);
    assert.deepEqual(await shapesOf(get(`/user_uploads/temporary/${old}/1/ab/x/a.png`)), []);
    const receipt = await shapesOf((from) =>
      fetch(`${server.url}/api/v2/sms/twilio/receipts`, {
        method: 'POST',
        headers: { ...from, 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'AAAA' },
        body: 'MessageStatus=delivered',
      }),
    );
    assert.deepEqual(receipt, [
      { event, reason: 'bad signature', api: 'dispatch', operation: 'receive-twilio-receipt' },
    ]);
  });

  test('addresses that lead out of their folder', async () => {
    for (const path of ['/assets/../../etc/passwd', '/user_uploads/1/%2e%2e%2fa/b/c', '/t/..%5c..%5cboot.ini']) {
      const received = await shapesOf(async (from) => {
        const head = `GET ${path} HTTP/1.1\r\nHost: hubbub.example\r\nX-Forwarded-For: ${from['x-forwarded-for']}\r\nConnection: close`;
        const connection = (await RawConnection.open(server.url)).listen().send(`${head}\r\n\r\n`);
        assert.match(await connection.ended(), /^HTTP\/1\.1 4\d\d /, path);
      });
      assert.deepEqual(
        received.map((shape) => (shape as { reason: string }).reason),
        ['path outside'],
        path,
      );
    }
    assert.ok(!leavesFolder('/messages?narrow=../..') && !leavesFolder('/files/a..b') && !leavesFolder('/v1../x'));
  });

  test('a few lines of one network in a minute, and that there were more', async () => {
    const received = await refusalsOf(async (from) => {
      const ask = () =>
        fetch(`${server.url}/api/v2/organization/audit-log`, { headers: { ...basic(org.dispatch.api_key), ...from } });
      await Promise.all(Array.from({ length: 30 }, ask));
    });
    assert.deepEqual(
      received.map((event) => 'silentAfter' in event),
      [...Array(9).fill(false), true],
    );
  });
});

test('nothing of it is in the answers', async () => {
  const { text } = await new DispatchClient(org.dispatch).get('/organization/audit-log');
  assert.doesNotMatch(text, new RegExp(`no right|${administrator.id}`));
});
