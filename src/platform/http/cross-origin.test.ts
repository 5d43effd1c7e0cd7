import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const origin = 'https://console.couriers.example';

test('a preflight is answered for every path of both APIs, without a key', async () => {
  for (const path of ['/api/v1/messages', '/api/v2/tasks/abc', '/api/v1/nowhere']) {
    const headers = {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    };
    const answer = await fetch(`${server.url}${path}`, { method: 'OPTIONS', headers });
    assert.equal(answer.status, 204, path);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /^Authorization, /);
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /\bPATCH\b/);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
});

test('answers and refusals may be read by any origin; nothing outside the APIs may', async () => {
  for (const [path, status, allowed] of [
    ['/api/v1/server_settings', 200, '*'],
    ['/api/v1/users/me', 401, '*'],
    ['/api/v2/admins', 401, '*'],
    ['/api/v2/nowhere', 404, '*'],
    ['/healthz', 200, null],
  ] as const) {
    const answer = await fetch(`${server.url}${path}`, { headers: { origin } });
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers.get('access-control-allow-origin'), allowed, path);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
});

test('nothing is shown in a frame of another page: neither pages nor answers of the APIs, files, refusals', async () => {
  for (const path of [
    ...['/sign-in', '/nowhere', '/healthz', '/docs', '/realm_pictures/server/icon/1', '/user_uploads/1/a/b/c'],
    ...['/api/v1/server_settings', '/api/v1/users/me', '/api/v2/nowhere', '/api/session', '/api/v1/%ff'],
  ]) {
    const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', origin } });
    assert.match(answer.headers.get('content-security-policy') ?? '', /(^|; )frame-ancestors 'none'(;|$)/, path);
  }
});

test('OPTIONS that is no preflight is a method like others', async () => {
  const answer = await fetch(`${server.url}/api/v1/messages`, { method: 'OPTIONS' });
  assert.equal(answer.status, 405);
});
